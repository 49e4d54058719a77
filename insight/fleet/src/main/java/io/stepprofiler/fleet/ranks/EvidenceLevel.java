package io.stepprofiler.fleet.ranks;

import io.stepprofiler.fleet.FleetSteps.Figures;

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
     * {@return the compared times}
     *
     * @param figures figures of a rank or of a step
     */
    public long[] nanos(Figures figures) {
        return this == OWN_TIMES ? figures.own() : figures.durations();
    }
}
