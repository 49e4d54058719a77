/** Decisions about the profiler's actions in each step: schedules, the transition table and the state machine. */
@SuppressWarnings("module") // The compiler does not know the module that a package is for.
module io.stepprofiler.schedule {
    requires static org.jspecify;

    exports io.stepprofiler.schedule;
    exports io.stepprofiler.schedule.transition to
            io.stepprofiler.core;
}
