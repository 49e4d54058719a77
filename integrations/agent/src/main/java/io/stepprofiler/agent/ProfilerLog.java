package io.stepprofiler.agent;

import io.stepprofiler.agent.options.Verbosity;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The profiler's own log under the agent, whose handlers report each file where the agent lists all of them at the end:
 * what only informs is left out of {@code java.util.logging}, unless the program has set a level for it.
 */
final class ProfilerLog {
    private ProfilerLog() {}

    /** To be called as late as can be: programs configure logging in their {@code main}. */
    static void adjust(Verbosity verbosity) {
        boolean there = ModuleLayer.boot().findModule("java.logging").isPresent();
        if (there && verbosity != Verbosity.VERBOSE) {
            Held.adjust();
        }
    }

    /**
     * A class of its own for where there is no such log; a field, because loggers without a reference forget their
     * level.
     */
    private static final class Held {
        private static final Logger LOGGER = Logger.getLogger("io.stepprofiler");

        static void adjust() {
            if (LOGGER.getLevel() == null) {
                LOGGER.setLevel(Level.WARNING);
            }
        }
    }
}
