package io.stepprofiler;

import io.stepprofiler.delivery.Submission;
import io.stepprofiler.trace.Trace;

/** What was asked for of a history that goes on, and waits to be delivered. */
final class SnapshotSubmission implements Submission {
    private final Trace taken;
    private final long bytes;
    private final LastSteps.Range range;
    private final SnapshotRequest request;
    private final SnapshotRequests requests;

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
        return requests.settle(request);
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
        return WindowTraces.told(range.of(taken), request);
    }
}
