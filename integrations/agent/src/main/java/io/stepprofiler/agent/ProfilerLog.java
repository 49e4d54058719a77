package io.stepprofiler.agent;

import io.stepprofiler.agent.options.Verbosity;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The profiler's own log under the agent. Handlers log each file, which the agent sums up at the end, so {@code
 * java.util.logging} gets warnings only, unless the program has set a level.
 */
final class ProfilerLog {
    private ProfilerLog() {}

    /** Sets the level; called as late as possible, because programs configure logging in their {@code main}. */
    static void adjust(Verbosity verbosity) {
        boolean there = ModuleLayer.boot().findModule("java.logging").isPresent();
        if (there && verbosity != Verbosity.VERBOSE) {
            Held.adjust();
        }
    }

    /**
     * Separate class, because the module may be missing; strong reference, because a collected logger loses its level.
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
