package io.stepprofiler.fleet.ranks;

/**
 * A rank that is not compared: missing data is not a fast rank.
 *
 * @param rank number of the rank
 * @param reason the reason
 */
public record LeftOut(int rank, Reason reason) {
    /** Reason to leave out a rank. */
    public enum Reason {
        /** It lacks more than a quarter of the steps. */
        FEW_STEPS("it lacks more than a quarter of the steps"),
        /** Most other ranks mark their collectives. */
        NO_OWN_TIME("it marks no collective, unlike other ranks"),
        /** Several processes have it at the same time. */
        SEVERAL_PROCESSES("several processes have it at the same time");

        private final String sentence;

        Reason(String sentence) {
            this.sentence = sentence;
        }

        /** {@return the sentence for readers of a report} */
        public String sentence() {
            return sentence;
        }
    }
}
