package io.stepprofiler;

import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.window.Deadline;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Wait of the training for the delivery of earlier windows, so that the next window does not measure the writing of
 * files.
 *
 * <p>After a pause, a training takes some steps to get back to full speed: its caches are cold, and its worker threads
 * have gone to sleep. If steps are short, it therefore waits some steps ahead of the warm-up. If steps are long, the
 * warm-up is enough, and the delivery may well have ended by then.
 */
final class DeliveryWait {
    /** Most steps between the wait and the warm-up. */
    private static final int MOST_STEPS = 10;

    /** Longest time between the wait and the warm-up. */
    private static final Duration LONGEST_RUN = Duration.ofMillis(20);

    /** Interval at which a waiting step checks whether another thread waits for it. */
    private static final Duration LOOK = Duration.ofMillis(5);

    private final Delivery delivery;
    private final Duration longest;
    private final @Nullable Schedule schedule;
    private final LongSupplier stepNanos;
    private final BooleanSupplier isWaitedFor;
    private boolean isPending;
    private boolean isPatient = true;

    /** Last step known to be idle, so that the schedule is asked about each step only once. */
    private long idleUntil = -1;

    /**
     * Creates a wait with nothing to wait for yet.
     *
     * @param longest longest time that a step waits
     * @param schedule decides where the next window begins; null if unknown
     * @param stepNanos duration of a step; 0 if unknown
     * @param isWaitedFor whether another thread waits for the end of the current step
     */
    DeliveryWait(
            Delivery delivery,
            Duration longest,
            @Nullable Schedule schedule,
            LongSupplier stepNanos,
            BooleanSupplier isWaitedFor) {
        this.delivery = delivery;
        this.longest = longest;
        this.schedule = schedule;
        this.stepNanos = stepNanos;
        this.isWaitedFor = isWaitedFor;
    }

    /** Notes that a window has been submitted to the delivery. */
    void submitted() {
        isPending = true;
    }

    /** Waits at the end of an unrecorded step, if the next warm-up is near. */
    void stepLeft(long step) {
        if (isPending && isTime(step)) {
            await();
        }
    }

    /**
     * Waits at the beginning of a window or its warm-up. Does not wait again for a delivery that has timed out once,
     * nor if another thread waits for the step, such as a handler that closes the profile.
     */
    void await() {
        Deadline deadline = Deadline.in(isPatient ? longest : Duration.ZERO);
        isPatient = true;
        while (!delivery.await(deadline.isOver() ? Duration.ZERO : LOOK)) {
            if (deadline.isOver() || isWaitedFor.getAsBoolean()) {
                isPatient = false;
                return;
            }
        }
        isPending = false;
    }

    /**
     * True if some idle steps are left before the next warm-up, but no more than the training needs to get back to full
     * speed.
     */
    private boolean isTime(long step) {
        long run = idleStepsAfter(step);
        if (run < 1 || run > MOST_STEPS) {
            return false;
        }
        long each = stepNanos.getAsLong();
        return each > 0 && run * each <= LONGEST_RUN.toNanos();
    }

    /** Number of idle steps that follow; {@link #MOST_STEPS} + 1 if there are more. */
    private long idleStepsAfter(long step) {
        idleUntil = Math.max(idleUntil, step);
        while (idleUntil - step <= MOST_STEPS && isIdle(idleUntil + 1)) {
            idleUntil++;
        }
        return idleUntil - step;
    }

    private boolean isIdle(long step) {
        try {
            return schedule != null && schedule.action(step) == ProfilerAction.NONE;
        } catch (RuntimeException e) {
            return false; // The step itself will report the failure.
        }
    }
}
