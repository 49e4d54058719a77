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
 * The waiting of the training for earlier windows to be delivered, before another one is recorded that would measure how
 * the files are written.
 *
 * <p>A training that has stood still takes some steps to get back its pace: its caches are cold, and threads that it
 * computes with have gone to sleep. So it stands still some steps ahead of the warm-up, where steps are short. Where they
 * are long the warm-up is enough, and meanwhile the delivery may well end by itself.
 */
final class DeliveryWait {
    /** Most steps that the training runs between standing still and the warm-up. */
    private static final int MOST_STEPS = 10;

    /** How long it runs between them at most, the warm-up not counted. */
    private static final Duration LONGEST_RUN = Duration.ofMillis(20);

    /** How often a step that waits looks whether it is waited for itself. */
    private static final Duration LOOK = Duration.ofMillis(5);

    private final Delivery delivery;
    private final Duration longest;
    private final @Nullable Schedule schedule;
    private final LongSupplier stepNanos;
    private final BooleanSupplier isWaitedFor;
    private boolean isPending;
    private boolean isPatient = true;

    /** The last step of which it is known that nothing is done in it, so that each is asked for once. */
    private long idleUntil = -1;

    /**
     * A wait that nothing needs so far.
     *
     * @param longest how long a step waits at most
     * @param schedule what says where the next window begins; null if that is not known
     * @param stepNanos how long a step takes; 0 if that is not known
     * @param isWaitedFor whether another thread waits for the step that is under way to end
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

    /** Takes note of work that has been given to the delivery. */
    void submitted() {
        isPending = true;
    }

    /** Waits at the end of a step after which nothing is recorded, if it is time to. */
    void stepLeft(long step) {
        if (isPending && isTime(step)) {
            await();
        }
    }

    /**
     * Waits where a window or its warm-up begins; not again while that has turned out to take too long, and not if a
     * handler, say, wants to close the profile.
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

    /** Whether the steps from here to the next warm-up are no more than the training needs to get back its pace. */
    private boolean isTime(long step) {
        long run = idleStepsAfter(step);
        if (run < 1 || run > MOST_STEPS) {
            return false;
        }
        long each = stepNanos.getAsLong();
        return each > 0 && run * each <= LONGEST_RUN.toNanos();
    }

    /** How many steps follow in which nothing is done; one too many if there are more than are of interest. */
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
            return false; // That step will tell.
        }
    }
}
