package io.stepprofiler;

import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.window.Deadline;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Delivery of a profile that is still open when the virtual machine exits. */
final class ExitDelivery {
    /** Polling interval while it waits for the lock and the delivery. */
    private static final Duration LOOK = Duration.ofMillis(10);

    /** Recording to end; {@link #end} is called with its lock held. */
    interface Ending {
        /** The thread that is in a step; null if none is. */
        @Nullable
        Thread stepper();

        /** Ends recording as a regular stop would. */
        void end();

        /** Ends an open window in the middle of a step, without the lock: the stepping thread never continues. */
        void endWithinStep();
    }

    private final Ending ending;
    private final ReentrantLock lock;
    private final Delivery delivery;
    private final CloseNotifier handlersEnd;
    private final Failures failures;
    private ExitHook hook = ExitHook.NONE;

    ExitDelivery(Ending ending, ReentrantLock lock, Delivery delivery, CloseNotifier handlersEnd, Failures failures) {
        this.ending = ending;
        this.lock = lock;
        this.delivery = delivery;
        this.handlersEnd = handlersEnd;
        this.failures = failures;
    }

    /** Registers the delivery at exit, with a time limit; 0 for no delivery. */
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
                        "The recorded events were not all delivered before the process ended: "
                                + (endedByHandler
                                        ? "a handler ended it"
                                        : "handlers took longer than exitTimeout = " + timeout));
                return;
            }
        }
        handlersEnd.report();
    }

    /**
     * Waits for the lock; false at the deadline, or if its holder never releases it, because it is ending the process
     * from within a step.
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
