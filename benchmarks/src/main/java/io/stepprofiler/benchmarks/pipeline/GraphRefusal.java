package io.stepprofiler.benchmarks.pipeline;

/**
 * Reason why no slowdown is computed from operations.
 *
 * @param reason the reason
 * @param detail the place in the operations, with figures
 */
record GraphRefusal(Reason reason, String detail) implements GraphAnswer {
    /** Kind of reason. */
    enum Reason {
        /** No time. */
        EMPTY("There are no operations that take time."),
        /** Steps of different shape. */
        STEPS_DIFFER("Most steps have other operations than the first step, so they have no common graph."),
        /** A transfer with one end. */
        UNMATCHED_TRANSFERS("Sends and receives of the stages do not match."),
        /** Operations that wait for each other. */
        CIRCLE("The order of the operations contradicts their dependencies."),
        /** A replay that differs from the record. */
        REPLAY_MISSES("The replay of the recorded durations does not give the recorded step times.");

        private final String sentence;

        Reason(String sentence) {
            this.sentence = sentence;
        }

        /** {@return a sentence for the report} */
        String sentence() {
            return sentence;
        }
    }
}
