package io.stepprofiler.capture.service;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.stepprofiler.Profile;
import io.stepprofiler.capture.proto.v1.CaptureEvent;
import io.stepprofiler.capture.proto.v1.CaptureProgress;
import io.stepprofiler.capture.proto.v1.SnapshotSpec;
import io.stepprofiler.trace.Trace;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** One call of Snapshot: asks the running profile for what it keeps, and waits until that has been put together. */
final class SnapshotCall {
    private static final Duration LONGEST = Duration.ofMinutes(2);
    /** Metadata of the traces that were asked for. */
    private static final String KEY = "snapshot";

    private final Delivery delivery;
    private final Executor files;
    private final Profile profile;
    private final @Nullable Trace before;
    private final TraceWriter writer;
    private final Outflow<CaptureEvent> out;
    private final long beganNanos = System.nanoTime();
    private boolean found;

    private SnapshotCall(
            Delivery delivery,
            OpenCalls calls,
            Profile profile,
            TraceWriter writer,
            ServerCallStreamObserver<CaptureEvent> call) {
        this.delivery = delivery;
        files = calls.files();
        this.profile = profile;
        this.writer = writer;
        before = profile.lastTrace().orElse(null);
        out = new Outflow<>(
                call, part -> CaptureEvent.newBuilder().setFile(part).build(), () -> {});
    }

    static void begin(
            Delivery delivery,
            OpenCalls calls,
            Profile profile,
            SnapshotSpec spec,
            String reason,
            ServerCallStreamObserver<CaptureEvent> call) {
        SnapshotCall begun = new SnapshotCall(delivery, calls, profile, TraceWriter.of(spec.getFormat()), call);
        profile.snapshot(reason);
        calls.watch(begun.out, begun::look);
    }

    private void look() {
        if (found) {
            return;
        }
        Optional<Trace> trace = profile.lastTrace()
                .filter(last -> last != before && last.metadata().containsKey(KEY));
        if (trace.isPresent()) {
            found = true;
            files.execute(() -> send(trace.get()));
        } else if (System.nanoTime() - beganNanos > LONGEST.toNanos()) {
            throw Refusal.because(
                    Status.ABORTED, "The snapshot was not put together within " + LONGEST + "; the log says more");
        } else {
            out.news(CaptureEvent.newBuilder()
                    .setProgress(CaptureProgress.newBuilder()
                            .setState(CaptureProgress.State.STATE_FINISHING)
                            .setText("puts together what was kept"))
                    .build());
        }
    }

    private void send(Trace trace) {
        try {
            delivery.send(delivery.keep(trace, writer, KEY), writer, out);
        } catch (Exception | Error e) {
            out.fail(Refusal.of(e));
        }
    }
}
