package io.stepprofiler.window;

import io.stepprofiler.delivery.Waiting;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Traces of a window that goes on which have been asked for, until they are delivered or the end of the window takes
 * them over: then all of it is delivered in their place. Each is delivered by one of the two.
 */
public final class SnapshotRequests {
    private @Nullable SnapshotRequest waiting;
    private final Deque<SnapshotRequest> begun = new ArrayDeque<>();
    private boolean isOver;

    /**
     * Asks for a trace; answers the one that will do, which others may have asked for. Null if the window has ended,
     * and what there was has been taken over.
     */
    public synchronized @Nullable SnapshotRequest ask(String reason, SnapshotRequest.End end) {
        SnapshotRequest present = waiting;
        if (isOver) {
            return null;
        }
        if (present == null) {
            present = new SnapshotRequest(reason, end);
            waiting = present;
        } else {
            present.join(reason, end);
        }
        return present;
    }

    /** The trace to be put together next; null if none is asked for. */
    public synchronized @Nullable SnapshotRequest begin() {
        SnapshotRequest next = waiting;
        if (next != null) {
            begun.add(next);
        }
        waiting = null;
        return next;
    }

    /** Says that a trace is about to be delivered, or given up; false if the end of the window has taken it over. */
    public synchronized boolean settle(SnapshotRequest request) {
        boolean settled = begun.remove(request);
        notifyAll();
        return settled;
    }

    /** Whether a trace was asked for that has not been begun. */
    synchronized boolean isAnyWaiting() {
        return waiting != null;
    }

    /** Whether a trace was asked for that has not been settled. */
    public synchronized boolean isAnyOpen() {
        return waiting != null || !begun.isEmpty();
    }

    /** Lets no more be asked for, unless a trace was asked for that has not been settled; answers whether it does. */
    public synchronized boolean endUnlessOpen() {
        isOver |= !isAnyOpen();
        return isOver;
    }

    /** Takes over what has not been settled, and lets no more be asked for; null if there is nothing. */
    public synchronized @Nullable SnapshotRequest takeOver() {
        isOver = true;
        begin();
        SnapshotRequest all = SnapshotRequest.inPlaceOf(begun);
        begun.clear();
        notifyAll();
        return all;
    }

    /** Waits until none is open; false if that takes too long. */
    public boolean awaitNone(Duration timeout) {
        return Waiting.until(this, () -> !isAnyOpen(), timeout);
    }
}
