package io.stepprofiler;

import io.stepprofiler.delivery.Submission;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.window.LastSteps;
import io.stepprofiler.window.SnapshotRequest;
import io.stepprofiler.window.SnapshotRequests;

/** Snapshot of a history that continues, waiting to be delivered. */
final class SnapshotSubmission implements Submission {
    private final Trace taken;
    private final long bytes;
    private final LastSteps.Range range;
    private final SnapshotRequest request;
    private final SnapshotRequests requests;
    private volatile boolean claimed;

    SnapshotSubmission(
            Trace taken, long bytes, LastSteps.Range range, SnapshotRequest request, SnapshotRequests requests) {
        this.taken = taken;
        this.bytes = bytes;
        this.range = range;
        this.request = request;
        this.requests = requests;
    }

    @Override
    public boolean claim() {
        claimed = requests.settle(request);
        return claimed;
    }

    @Override
    public String name() {
        return "a snapshot";
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public Trace assemble() {
        return WindowTraces.answered(range.of(taken), request);
    }

    @Override
    public void notAssembled(Throwable cause) {
        // Otherwise the end of the window answers the request, or it is answered already.
        if ((claimed || claim()) && request.answer() == null) {
            request.lose(lost(cause));
        }
    }

    /** Returns the message for a snapshot that failed. */
    static String lost(Throwable cause) {
        return "A snapshot could not be put together: " + cause;
    }
}
