/** Decides, step by step, what the profiler does: schedules, the transition table and the machine that runs it. */
module io.stepprofiler.schedule {
    requires static org.jspecify;

    exports io.stepprofiler.schedule;
}
