package io.stepprofiler;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Traces of a window that goes on which have been asked for, until they are delivered or the end of the window takes
 * them over: then all of it is delivered in their place. Each is delivered by one of the two.
 */
final class SnapshotRequests {
    /**
     * One trace that was asked for.
     *
     * @param reason why
     * @param step the last step that it is about; {@link Long#MAX_VALUE} for the last there is
     * @param endsWithStep whether that is among those that are kept, rather than one that goes on
     */
    record Request(String reason, long step, boolean endsWithStep) {
        /** All there is. */
        static Request last(String reason) {
            return new Request(reason, Long.MAX_VALUE, false);
        }

        // Two that say the same are not the same.

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    private @Nullable Request waiting;
    private final Deque<Request> begun = new ArrayDeque<>();

    /** Asks for a trace; false if one is waiting to be begun already, which will do. */
    synchronized boolean ask(Request request) {
        boolean first = waiting == null;
        if (first) {
            waiting = request;
        }
        return first;
    }

    /** The trace to be put together next; null if none is asked for. */
    synchronized @Nullable Request begin() {
        Request next = waiting;
        if (next != null) {
            begun.add(next);
        }
        waiting = null;
        return next;
    }

    /** Says that a trace is about to be delivered, or given up; false if the end of the window has taken it over. */
    synchronized boolean settle(Request request) {
        return begun.remove(request);
    }

    /** Whether a trace was asked for that has not been settled. */
    synchronized boolean isAnyOpen() {
        return waiting != null || !begun.isEmpty();
    }

    /** Takes over what has not been settled, and gives the first of it; null if there is nothing. */
    synchronized @Nullable Request takeOver() {
        Request first = begun.isEmpty() ? waiting : begun.element();
        begun.clear();
        waiting = null;
        return first;
    }
}
