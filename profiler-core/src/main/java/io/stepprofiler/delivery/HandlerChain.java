package io.stepprofiler.delivery;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Calls the handlers of a profile one after the other, keeping what one throws from the others. */
final class HandlerChain {
    /** Calls something that may take too long. */
    interface Caller {
        /**
         * {@return what the work returns}
         *
         * @throws OutOfTime if it took too long and was left behind
         * @throws Throwable what the work throws
         */
        <T> T call(Callable<T> work) throws Throwable;

        /**
         * {@return the trace that is put together} Takes the time that a large window needs, whatever handlers have.
         *
         * @throws OutOfTime if it took too long and was left behind
         * @throws Throwable what the work throws
         */
        default Trace assemble(Callable<Trace> work) throws Throwable {
            return call(work);
        }
    }

    /** Says that a call was left behind. */
    static final class OutOfTime extends Exception {
        private static final long serialVersionUID = 1;

        private final Duration timeout;

        OutOfTime(Duration timeout) {
            super("not done within " + timeout);
            this.timeout = timeout;
        }
    }

    private final List<TraceHandler> handlers;
    private final boolean[] banned;
    private final DeliveryListener listener;
    private final Caller caller;

    HandlerChain(List<TraceHandler> handlers, DeliveryListener listener, Caller caller) {
        this.handlers = List.copyOf(handlers);
        this.banned = new boolean[handlers.size()];
        this.listener = listener;
        this.caller = caller;
    }

    void deliver(Submission submission) {
        Trace trace = assemble(submission);
        if (trace == null) {
            return;
        }
        listener.assembled(trace);
        for (int i = 0; i < handlers.size(); i++) {
            if (!banned[i]) {
                banned[i] = !call(handlers.get(i), trace);
            }
        }
        submission.delivered();
    }

    /** Answers whether the handler may be called again. */
    private boolean call(TraceHandler handler, Trace trace) {
        try {
            caller.call(() -> {
                handler.onTraceReady(trace);
                return true;
            });
        } catch (OutOfTime e) {
            listener.handlerTimedOut(handler, trace, e.timeout);
            return false;
        } catch (Throwable e) {
            // Whatever a handler throws, an error too: it must not reach the next one or the training loop.
            listener.handlerFailed(handler, trace, e);
        }
        return true;
    }

    private @Nullable Trace assemble(Submission submission) {
        try {
            return caller.assemble(submission::assemble);
        } catch (Throwable e) {
            listener.assemblyFailed(e);
            return null;
        }
    }
}
