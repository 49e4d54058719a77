package io.stepprofiler.fleet.ranks;

import io.stepprofiler.fleet.RankColumns;
import io.stepprofiler.fleet.StepBlock;

/** Time of a step that ranks are compared by. */
public enum EvidenceLevel {
    /** E0: no collective is marked, so that a step may contain waits for other ranks. */
    STEP_TIMES("the durations of steps are compared: the program marks no collective"),
    /** E1: the steps without the time in collectives. */
    OWN_TIMES("the steps are compared without their time in collectives");

    private final String sentence;

    EvidenceLevel(String sentence) {
        this.sentence = sentence;
    }

    /** {@return the sentence for readers of a report} */
    public String sentence() {
        return sentence;
    }

    /**
     * {@return the compared time of each step of a rank}
     *
     * @param rank its figures
     */
    public long[] nanos(RankColumns rank) {
        return this == OWN_TIMES ? rank.own() : rank.durations();
    }

    /**
     * {@return the compared time of each rank in a step}
     *
     * @param block the figures of some steps
     * @param step index of the step in the block
     */
    public long[] nanos(StepBlock block, int step) {
        return this == OWN_TIMES ? block.own(step) : block.durations(step);
    }
}
