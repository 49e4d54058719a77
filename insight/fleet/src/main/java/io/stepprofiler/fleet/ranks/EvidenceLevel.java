package io.stepprofiler.fleet.ranks;

import io.stepprofiler.fleet.FleetSteps;

/** Time of a step that ranks are compared by. */
public enum EvidenceLevel {
    /** E0: no collective is marked, so that a step may contain waits for other ranks. */
    STEP_TIMES("the durations of steps are compared: the program marks no collective", FleetSteps::durationNanos),
    /** E1: the steps without the time in collectives. */
    OWN_TIMES("the steps are compared without their time in collectives", FleetSteps::ownNanos);

    private interface Time {
        long nanos(FleetSteps steps, int rank, int step);
    }

    private final String sentence;

    @SuppressWarnings("ImmutableEnumChecker") // Functions without state.
    private final Time time;

    EvidenceLevel(String sentence, Time time) {
        this.sentence = sentence;
        this.time = time;
    }

    /** {@return the sentence for readers of a report} */
    public String sentence() {
        return sentence;
    }

    /** Returns the compared time of a step in nanoseconds. */
    long nanos(FleetSteps steps, int rank, int step) {
        return time.nanos(steps, rank, step);
    }
}
