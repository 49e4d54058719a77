package io.stepprofiler;

import org.jspecify.annotations.Nullable;

/** Steps of a profile as the capture under way hears of them, if any is. */
record HeardSteps(Host by) implements StepParticipant {
    @Override
    public void stepEnded(long step, long now) {
        Guest capture = guest();
        if (capture != null) {
            capture.stepEnded(step);
        }
    }

    @Override
    public void stepBegan(long step) {
        Guest capture = guest();
        if (capture != null) {
            capture.stepBegan(by, step);
        }
    }

    /** A warm-up, which does not run as the profile of the process, is not heard. */
    private @Nullable Guest guest() {
        return ProcessState.host() == by ? ProcessState.guest() : null;
    }
}
