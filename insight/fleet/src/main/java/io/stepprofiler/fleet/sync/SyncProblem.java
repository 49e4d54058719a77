package io.stepprofiler.fleet.sync;

/** Reason to leave recorded parts of collectives out of the waits. */
public enum SyncProblem {
    /** The part is of an older step than fit into memory. */
    NO_ROOM("the step is older than the steps whose collectives fit into memory"),
    /** The number of the collective, or a time, is larger than any program has. */
    OUT_OF_RANGE("the number or a time of the collective is out of range"),
    /** The kind does not hold the rank until the last one has come. */
    LEAVES_EARLY("ranks can leave collectives of this kind before the last rank has come"),
    /** The message is in a group of more than two ranks, so its other end is not known. */
    NO_PAIR("the other rank of a message is not known"),
    /** The end is earlier than the arrival. */
    ENDS_EARLY("the collective ends before the rank has arrived"),
    /** A rank has two parts of the same number, so numbers of its group may be wrong in this step. */
    RECORDED_TWICE("a rank has recorded two collectives of the same number"),
    /** The sizes disagree, so equal numbers of the group may be different collectives in this step. */
    SIZES_DIFFER("the ranks have recorded different sizes of a message"),
    /** More ranks than the group has, so several groups have the same name. */
    TOO_MANY_RANKS("more ranks than the group has have recorded the collective"),
    /** More than 1 % of the members lack the collective: one of them may be the last. Others' ends serve the clocks. */
    RANK_MISSING("ranks of the group have not recorded the collective"),
    /** The clocks of the hosts have too few common collectives, or one of them jumps. */
    CLOCK_UNKNOWN("the hosts have too few common collectives to compare their clocks, or a clock jumps");

    private final String sentence;

    SyncProblem(String sentence) {
        this.sentence = sentence;
    }

    /** {@return the reason as a clause} */
    public String sentence() {
        return sentence;
    }
}
