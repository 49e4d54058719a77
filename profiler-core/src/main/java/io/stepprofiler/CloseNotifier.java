package io.stepprofiler;

import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.trace.TraceHandler;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Notification of a profile's handlers that it has ended, once for each start.
 *
 * <p>A profile may be closed by the program and by the exit of the virtual machine at the same time: the second caller
 * waits until all handlers have been notified, because it then ends the threads that notify them.
 */
final class CloseNotifier {
    private final List<TraceHandler> handlers;
    private final Delivery delivery;
    private final Failures failures;
    private final AtomicBoolean due = new AtomicBoolean();
    private final ReentrantLock reporting = new ReentrantLock();

    CloseNotifier(List<TraceHandler> handlers, Delivery delivery, Failures failures) {
        this.handlers = handlers;
        this.delivery = delivery;
        this.failures = failures;
    }

    /** Arms the notification of the next end. */
    void started() {
        due.set(true);
    }

    /** Notifies the handlers once after each start. Each has the same time limit as for a trace. */
    void report() {
        if (!reporting.tryLock()) {
            if (delivery.isDeliveringHere()) {
                return; // A handler, which the other thread waits for.
            }
            reporting.lock();
        }
        try {
            if (due.getAndSet(false)) {
                handlers.forEach(this::report);
            }
        } finally {
            reporting.unlock();
        }
    }

    private void report(TraceHandler handler) {
        try {
            delivery.call(() -> {
                handler.onClose();
                return true;
            });
        } catch (Throwable e) {
            failures.add(
                    e instanceof TimeoutException
                            ? ProfileFailure.Kind.HANDLER_TIMED_OUT
                            : ProfileFailure.Kind.HANDLER_FAILED,
                    "Handler " + handler.getClass().getName() + " failed at the end of the profile",
                    e);
        }
    }
}
