package io.stepprofiler;

import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.trace.TraceHandler;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Tells the handlers of a profile that it has ended, once for each start.
 *
 * <p>A profile may be closed by the program and by the end of the virtual machine at the same time: who comes second
 * waits until all have been told, because what he does next is to end the threads on which they are told.
 */
final class HandlersEnd {
    private final List<TraceHandler> handlers;
    private final Delivery delivery;
    private final Failures failures;
    private boolean due;
    private @Nullable Thread teller;

    HandlersEnd(List<TraceHandler> handlers, Delivery delivery, Failures failures) {
        this.handlers = handlers;
        this.delivery = delivery;
        this.failures = failures;
    }

    /** Has the handlers told of the next end. */
    synchronized void started() {
        due = true;
    }

    /** Tells the handlers, unless they have been told since the last start. Each has the time that a trace has. */
    void tell() {
        if (!claim()) {
            awaitOther();
            return;
        }
        try {
            handlers.forEach(this::tell);
        } finally {
            release();
        }
    }

    private void tell(TraceHandler handler) {
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

    /** Waits for another thread that tells them, but not where a handler that is told has called. */
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
