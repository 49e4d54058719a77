package io.stepprofiler;

/** Phase in the life of a profile; the phase of its windows is a {@link RecordingPhase}. */
enum ProfileLife {
    NEW("the profile was not started"),
    RUNNING("it was called from inside a handler"),
    STOPPED("the profile has been stopped"),
    CLOSED("the profile has been closed"),
    /** A step or a start is under way. */
    BUSY(RUNNING),
    /** A step or a start is under way, which asked for the profile to be stopped. */
    STOPS(STOPPED),
    /** A step or a start is under way, which asked for the profile to be closed. */
    CLOSES(CLOSED);

    /** Phase after the step or the start that is under way; the phase itself if none is. */
    final ProfileLife next;

    /** Reason why a step is ignored in this phase, as a clause. */
    final String whyNoStep;

    ProfileLife(String whyNoStep) {
        this.whyNoStep = whyNoStep;
        next = this;
    }

    ProfileLife(ProfileLife next) {
        this.next = next;
        whyNoStep = "it was called from inside another step(), by its schedule or a handler";
    }

    /** True while a step or a start is under way. */
    boolean isBusy() {
        return next != this;
    }

    ProfileLife stop() {
        return this == RUNNING ? STOPPED : this == BUSY ? STOPS : this;
    }

    ProfileLife close() {
        return isBusy() ? CLOSES : CLOSED;
    }
}
