package io.stepprofiler;

import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.trace.TraceHandler;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

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
    private boolean due;
    private @Nullable Thread teller;

    CloseNotifier(List<TraceHandler> handlers, Delivery delivery, Failures failures) {
        this.handlers = handlers;
        this.delivery = delivery;
        this.failures = failures;
    }

    /** Arms the notification of the next end. */
    synchronized void started() {
        due = true;
    }

    /** Notifies the handlers once after each start. Each has the same time limit as for a trace. */
    void report() {
        if (!claim()) {
            awaitOther();
            return;
        }
        try {
            handlers.forEach(this::report);
        } finally {
            release();
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

    private synchronized boolean claim() {
        boolean claimed = due;
        due = false;
        if (claimed) {
            teller = Thread.currentThread();
        }
        return claimed;
    }

    private synchronized void release() {
        teller = null;
        notifyAll();
    }

    /** Waits for another thread that notifies the handlers, unless the caller is a handler. */
    private void awaitOther() {
        if (delivery.isDeliveringHere()) {
            return;
        }
        boolean interrupted = false;
        synchronized (this) {
            while (teller != null && teller != Thread.currentThread()) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
