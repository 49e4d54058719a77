package io.stepprofiler;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.schedule.Schedule;
import java.util.OptionalLong;

/** Reports of failed or ignored steps of a profile, which must not reach the training loop. */
final class StepFailures {
    private final ProfileSettings options;
    private final Failures failures;

    StepFailures(ProfileSettings options, Failures failures) {
        this.options = options;
        this.failures = failures;
    }

    void ignored(String why) {
        failures.add(
                ProfileFailure.Kind.STEP_IGNORED, "step() of profile '" + options.name() + "' was ignored: " + why);
    }

    void overlapped() {
        failures.add(ProfileFailure.Kind.STEP_OVERLAPPED, "step() was called while another thread was in it");
    }

    void failed(Throwable thrown) {
        try {
            failures.add(kind(thrown), "A step of profile '" + options.name() + "' met a failure", thrown);
        } catch (Throwable e) {
            // No memory for the message, which is likely why the step failed.
        }
    }

    private static ProfileFailure.Kind kind(Throwable thrown) {
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (frame.getClassName().equals(Recording.class.getName())) {
                return ProfileFailure.Kind.RECORDING_FAILED;
            }
        }
        return ProfileFailure.Kind.SCHEDULE_FAILED;
    }

    /** Reports that a program ended before its first window, and so has written no files. */
    void nothingRecorded(long steps) {
        Schedule schedule = options.schedule();
        if (schedule == null || schedule == Schedule.always() || schedule == Schedule.never()) {
            return;
        }
        OptionalLong needed = schedule.stepsOfFirstWindow();
        String seen = "Profile '" + options.name() + "' has recorded no step to its end: " + Amount.count(steps, "step")
                + " seen";
        failures.add(
                ProfileFailure.Kind.NO_WINDOW,
                needed.isPresent() ? seen + "; a window needs " + needed.getAsLong() : seen);
    }
}
