package io.stepprofiler.window;

import io.stepprofiler.delivery.Waiting;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Requested traces of a window that is open, until they are delivered or the end of the window takes them over: the
 * last trace of the window is then delivered in their place. Each request is answered by one of the two.
 */
public final class SnapshotRequests {
    private @Nullable SnapshotRequest waiting;
    private final Deque<SnapshotRequest> begun = new ArrayDeque<>();
    private boolean isOver;

    /**
     * Requests a trace; returns the request that will be answered, which earlier calls may have made. Null if the
     * window has ended and all requests have been taken over.
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

    /** Returns the request to be answered next; null if there is none. */
    public synchronized @Nullable SnapshotRequest begin() {
        SnapshotRequest next = waiting;
        if (next != null) {
            begun.add(next);
        }
        waiting = null;
        return next;
    }

    /** Declares a trace delivered or lost; false if the end of the window has taken its request over. */
    public synchronized boolean settle(SnapshotRequest request) {
        boolean settled = begun.remove(request);
        notifyAll();
        return settled;
    }

    /** True if there is a request that has not been begun. */
    synchronized boolean isAnyWaiting() {
        return waiting != null;
    }

    /** True if there is a request that has not been settled. */
    public synchronized boolean isAnyOpen() {
        return waiting != null || !begun.isEmpty();
    }

    /** Refuses further requests, unless there is one that has not been settled; true if requests are refused. */
    public synchronized boolean endUnlessOpen() {
        isOver |= !isAnyOpen();
        return isOver;
    }

    /** Takes over the requests that have not been settled, and refuses further ones; null if there are none. */
    public synchronized @Nullable SnapshotRequest takeOver() {
        isOver = true;
        begin();
        SnapshotRequest all = SnapshotRequest.inPlaceOf(begun);
        begun.clear();
        notifyAll();
        return all;
    }

    /** Waits until no request is open; false if that takes too long. */
    public boolean awaitNone(Duration timeout) {
        return Waiting.until(this, () -> !isAnyOpen(), timeout);
    }
}
