/** Decisions about the profiler's actions in each step: schedules, the transition table and the state machine. */
module io.stepprofiler.schedule {
    requires static org.jspecify;

    exports io.stepprofiler.schedule;
}
