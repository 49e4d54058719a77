package io.stepprofiler.delivery;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The handlers of a profile, called one after the other; an exception of one does not affect the others. */
final class HandlerChain {
    /** Caller of work that may take too long. */
    interface Caller {
        /**
         * {@return what the work returns}
         *
         * @throws OutOfTime if it took too long and was left behind
         * @throws Throwable what the work throws
         */
        <T> T call(Callable<T> work) throws Throwable;

        /**
         * {@return the assembled trace} May take the time that a large window needs, whatever the timeout of handlers.
         *
         * @throws OutOfTime if it took too long and was left behind
         * @throws Throwable what the work throws
         */
        default Trace assemble(Callable<Trace> work) throws Throwable {
            return call(work);
        }

        /**
         * {@return whether the delivery was aborted} What fails from then on is no failure of its own, and not
         * reported: the windows have been counted as given up.
         */
        default boolean isAborted() {
            return false;
        }
    }

    /** Outcome of a call. */
    private enum Outcome {
        RECEIVED,
        FAILED,
        OUT_OF_TIME
    }

    /** Thrown for a call that was abandoned. */
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

    /** Calls the handlers with an assembled window. */
    void hand(Submission submission, Trace trace) {
        boolean received = handlers.isEmpty();
        for (int i = 0; i < handlers.size() && !caller.isAborted(); i++) {
            if (!banned[i]) {
                Outcome outcome = call(handlers.get(i), trace);
                banned[i] = outcome == Outcome.OUT_OF_TIME;
                received |= outcome == Outcome.RECEIVED;
            }
        }
        submission.delivered(received);
    }

    private Outcome call(TraceHandler handler, Trace trace) {
        try {
            caller.call(() -> {
                handler.onTraceReady(trace);
                return true;
            });
        } catch (OutOfTime e) {
            listener.handlerTimedOut(handler, trace, e.timeout);
            return Outcome.OUT_OF_TIME;
        } catch (Throwable e) {
            // Anything a handler throws, even an error, must not reach the next handler or the training loop.
            if (!caller.isAborted()) {
                listener.handlerFailed(handler, trace, e);
            }
            return Outcome.FAILED;
        }
        return Outcome.RECEIVED;
    }

    /** Gives up a window for which there is no memory. */
    void lose(Submission submission, OutOfMemoryError cause) {
        listener.assemblyFailed(cause);
        submission.notAssembled(cause);
        submission.discard();
    }

    /** Assembles a window; null if it is not wanted, or that fails. */
    @Nullable
    Trace assemble(Submission submission) {
        if (!submission.claim()) {
            return null;
        }
        Trace trace;
        try {
            trace = caller.assemble(submission::assemble);
        } catch (Throwable e) {
            if (!caller.isAborted()) {
                listener.assemblyFailed(e);
            }
            submission.notAssembled(e);
            return null;
        }
        if (!submission.isWanted(trace)) {
            submission.delivered(true);
            return null;
        }
        listener.assembled(trace);
        return trace;
    }
}
