package io.stepprofiler;

import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Planned start of a capture: at idle steps of the running profile's schedule, or, without a profile, at the first
 * suitable step that is marked.
 *
 * @param host the profile whose steps count; null if the steps of {@link StepScope}s count
 * @param prepareAt the first step of the warm-up, or of the recording without one; {@link #UNKNOWN} without a profile
 * @param firstStep the first step to be recorded; {@link #UNKNOWN} for the one after the warm-up, whatever its number
 * @param note how the plan differs from the request; empty if it does not
 */
record CapturePlan(@Nullable Host host, long prepareAt, long firstStep, String note) {
    static final long UNKNOWN = -1;

    /**
     * Plans a capture that begins now.
     *
     * @throws CaptureBusyException if the profile leaves no room
     */
    static CapturePlan now(CaptureRequest request, @Nullable Host running) {
        long present = running == null ? 0 : running.stepNumber();
        return of(request, running, running != null && request.steps().isPresent() ? present + 1 : present);
    }

    /** Plans a capture from step {@code next} on, which is about to begin. */
    static CapturePlan of(CaptureRequest request, @Nullable Host running, long next) {
        if (running == null) {
            long from = request.from().orElse(UNKNOWN);
            return from < next
                    ? new CapturePlan(null, UNKNOWN, UNKNOWN, from == UNKNOWN ? "" : passed(from))
                    : new CapturePlan(null, UNKNOWN, from, "");
        }
        return request.steps().isPresent()
                ? ofSteps(request, running, next, request.steps().getAsInt())
                : ofTime(request, running, next);
    }

    private static String passed(long from) {
        return "step " + from + " had passed, it began later";
    }

    private static CapturePlan ofSteps(CaptureRequest request, Host running, long next, int steps) {
        long from = request.from().orElse(UNKNOWN);
        boolean isChosen = from >= next;
        // A warm-up that does not fit is shortened, so that all ranks begin with the same step.
        long warmup = isChosen ? Math.min(request.warmup(), from - next) : request.warmup();
        OptionalLong gap = gap(running, isChosen ? from - warmup : next, 1, warmup + steps);
        if (gap.isEmpty()) {
            throw new CaptureBusyException("The schedule of " + running + ", " + running.schedule() + ", leaves no "
                    + (1 + warmup + steps) + " steps in a row free, which a capture of " + request + " needs with "
                    + warmup + " to warm up and the one before: ask for fewer steps, or pause the profile");
        }
        long first = gap.getAsLong() + warmup;
        String note = "";
        if (isChosen && first > from) {
            note = "step " + from + " was not free between the windows of profile '" + running.name() + "'";
        } else if (isChosen && warmup < request.warmup()) {
            note = "warmed up for " + warmup + " of " + request.warmup() + " steps to begin in time";
        } else if (!isChosen && from != UNKNOWN) {
            note = passed(from);
        }
        return new CapturePlan(running, gap.getAsLong(), first, note);
    }

    /** Plans idle steps for the duration at the current pace, or else a single idle step. */
    private static CapturePlan ofTime(CaptureRequest request, Host running, long next) {
        double perSecond = ProcessSteps.pace().perSecond();
        double expected = perSecond * request.duration().orElse(Duration.ZERO).toNanos() / 1e9;
        long steps = (long) Math.min(Math.max(Math.ceil(expected), 1), Defaults.MAX_CAPTURE_STEPS);
        OptionalLong gap = gap(running, next, 0, steps);
        if (gap.isEmpty()) {
            gap = gap(running, next, 0, 1);
        }
        if (gap.isEmpty()) {
            throw new CaptureBusyException("The schedule of " + running + ", " + running.schedule()
                    + ", leaves no step free: pause the profile");
        }
        return new CapturePlan(running, gap.getAsLong(), gap.getAsLong(), "");
    }

    private static OptionalLong gap(Host running, long from, int before, long steps) {
        try {
            return IdleSteps.first(running.scheduleForGuests(), from, before, steps);
        } catch (CaptureException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new CaptureBusyException("The schedule of " + running + " fails when it is asked in advance: " + e);
        }
    }

    /** True if a step is past the planned start. */
    boolean isMissed(long step) {
        return host != null ? step > prepareAt : firstStep != UNKNOWN && step > firstStep;
    }

    /** True if the capture begins with this step: with its warm-up, if it has one. */
    boolean begins(long step, int warmup) {
        return host != null ? step == prepareAt : firstStep == UNKNOWN || step >= firstStep - warmup;
    }

    /** True if this step is to be recorded, even if the warm-up is incomplete. */
    boolean records(long step) {
        return firstStep != UNKNOWN && step >= firstStep;
    }
}
