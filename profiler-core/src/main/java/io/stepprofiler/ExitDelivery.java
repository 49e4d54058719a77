package io.stepprofiler;

import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.window.Deadline;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Delivery of a profile that is still open when the virtual machine exits. */
final class ExitDelivery {
    /** Polling interval while it waits for the lock and the delivery. */
    private static final Duration LOOK = Duration.ofMillis(10);

    private final Runnable end;
    private final Runnable endWithinCall;
    private final OwnedLock lock;
    private final Delivery delivery;
    private final CloseNotifier handlersEnd;
    private final Failures failures;
    private ExitHook hook = ExitHook.NONE;

    /**
     * Creates a delivery that is not expected yet.
     *
     * @param end ends recording as a regular stop would; called with the lock held
     * @param endWithinCall ends an open window in the middle of a step or another call, without the lock: its thread,
     *     which is ending the process, never continues
     */
    ExitDelivery(
            Runnable end,
            Runnable endWithinCall,
            OwnedLock lock,
            Delivery delivery,
            CloseNotifier handlersEnd,
            Failures failures) {
        this.end = end;
        this.endWithinCall = endWithinCall;
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
                end.run();
            } else if (ExitHook.isEndedBy(lock.owner())) {
                endWithinCall.run();
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
     * Waits for the lock; false at the deadline, or if its holder never releases it, because it is ending the process.
     */
    private boolean lock(Deadline deadline) throws InterruptedException {
        while (!lock.tryLock(LOOK.toNanos(), TimeUnit.NANOSECONDS)) {
            if (ExitHook.isEndedBy(lock.owner()) || deadline.isOver()) {
                return false;
            }
        }
        return true;
    }
}
