package io.stepprofiler.capture.service;

import io.grpc.stub.ServerCallStreamObserver;
import io.stepprofiler.Profile;
import io.stepprofiler.capture.proto.v1.CaptureEvent;
import io.stepprofiler.capture.proto.v1.CaptureProgress;
import io.stepprofiler.capture.proto.v1.SnapshotSpec;
import io.stepprofiler.trace.Trace;
import org.jspecify.annotations.Nullable;

/** One call of Snapshot: asks the running profile for what it keeps, and sends that when it has been put together. */
final class SnapshotCall {
    /** Metadata of the traces that were asked for, and their origin. */
    static final String KEY = "snapshot";

    private static final CaptureEvent NEWS = CaptureEvent.newBuilder()
            .setProgress(CaptureProgress.newBuilder()
                    .setState(CaptureProgress.State.STATE_FINISHING)
                    .setText("puts together what was kept"))
            .build();

    private final Delivery delivery;
    private final TraceWriter writer;
    private final Outflow<CaptureEvent> out;

    private SnapshotCall(Delivery delivery, TraceWriter writer, ServerCallStreamObserver<CaptureEvent> call) {
        this.delivery = delivery;
        this.writer = writer;
        out = new Outflow<>(
                call, part -> CaptureEvent.newBuilder().setFile(part).build(), () -> {});
    }

    @SuppressWarnings("FutureReturnValueIgnored") // send() tells the client of everything.
    static void begin(
            Delivery delivery,
            OpenCalls calls,
            Profile profile,
            SnapshotSpec spec,
            String reason,
            ServerCallStreamObserver<CaptureEvent> call) {
        SnapshotCall begun = new SnapshotCall(delivery, TraceWriter.of(spec.getFormat()), call);
        calls.watch(begun.out, () -> begun.out.news(NEWS), () -> {});
        profile.takeSnapshot(reason).whenCompleteAsync(begun::send, calls.files());
    }

    private void send(@Nullable Trace trace, @Nullable Throwable thrown) {
        try {
            if (trace == null) {
                out.fail(Refusal.of(thrown == null ? new IllegalStateException("there is no trace") : thrown));
            } else {
                delivery.send(delivery.keep(trace, writer, KEY), writer, out);
            }
        } catch (Exception | Error e) {
            out.fail(Refusal.of(e));
        }
    }
}
