package io.stepprofiler.fleet.comparison;

/** Reason why a question cannot be answered from the data. */
public enum Abstention {
    /** Fewer than two ranks can be compared. */
    FEW_RANKS("fewer than two ranks have the same steps: there is nothing to compare"),
    /** Fewer than eight steps can be compared. */
    FEW_STEPS("fewer than 8 steps are known of the same ranks: noise and slow ranks look alike"),
    /** No collective is marked, and all steps are equally long. */
    UNMARKED_COLLECTIVES("the steps of all ranks are equally long, and no collective is marked: all ranks may wait for"
            + " one of them. Mark the collectives, or record them"),
    /** Ranks have too few peers, or steps, for the test. */
    FEW_PEERS("some ranks have too few peers in their stage, or too few steps, for a test of single ranks");

    private final String sentence;

    Abstention(String sentence) {
        this.sentence = sentence;
    }

    /** {@return the sentence for readers of a report} */
    public String sentence() {
        return sentence;
    }
}
