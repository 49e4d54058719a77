package io.stepprofiler;

import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.window.Deadline;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The delivery of what is open where the virtual machine ends before the profile has been closed. */
final class ExitDelivery {
    /** How often what may hold up the end of the process is looked at. */
    private static final Duration LOOK = Duration.ofMillis(10);

    /** What is ended; its lock is held while it is asked to. */
    interface Ending {
        /** The thread that is in a step; null if none is. */
        @Nullable
        Thread stepper();

        /** Ends recording as the program itself would, had it come to it. */
        void end();

        /** Ends an open window out of the schedule, without the lock: the stepper is at rest for ever. */
        void endWithinStep();
    }

    private final Ending ending;
    private final ReentrantLock lock;
    private final Delivery delivery;
    private final HandlersEnd handlersEnd;
    private final Failures failures;
    private ExitHook hook = ExitHook.NONE;

    ExitDelivery(Ending ending, ReentrantLock lock, Delivery delivery, HandlersEnd handlersEnd, Failures failures) {
        this.ending = ending;
        this.lock = lock;
        this.delivery = delivery;
        this.handlersEnd = handlersEnd;
        this.failures = failures;
    }

    /** Delivers at exit from now on, for so long; not at all for a time of 0. */
    void expect(Duration timeout) {
        hook.remove();
        hook = ExitHook.add(timeout, this::deliver);
    }

    void remove() {
        hook.remove();
    }

    private void deliver(Duration timeout) throws InterruptedException {
        Deadline deadline = Deadline.in(timeout);
        boolean locked = lock(deadline);
        try {
            if (locked) {
                ending.end();
            } else if (ExitHook.isEndedBy(ending.stepper())) {
                ending.endWithinStep();
            }
        } finally {
            if (locked) {
                lock.unlock();
            }
        }
        while (!delivery.await(LOOK)) {
            boolean endedByHandler = delivery.threads().stream().anyMatch(ExitHook::isEndedBy);
            if (endedByHandler || deadline.isOver()) {
                failures.add(
                        ProfileFailure.Kind.WINDOW_LOST,
                        "What had been recorded was not delivered whole before the process ended: "
                                + (endedByHandler ? "a handler ended it" : "handlers took longer than " + timeout));
                return;
            }
        }
        handlersEnd.tell();
    }

    /**
     * Answers false if there is no waiting for the lock any longer: also because its holder has ended the process, out
     * of a step.
     */
    private boolean lock(Deadline deadline) throws InterruptedException {
        while (!lock.tryLock(LOOK.toNanos(), TimeUnit.NANOSECONDS)) {
            if (ExitHook.isEndedBy(ending.stepper()) || deadline.isOver()) {
                return false;
            }
        }
        return true;
    }
}
