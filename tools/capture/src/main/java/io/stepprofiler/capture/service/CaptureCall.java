package io.stepprofiler.capture.service;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.stepprofiler.CaptureRequest;
import io.stepprofiler.Captures;
import io.stepprofiler.StepCapture;
import io.stepprofiler.capture.hosting.Refusals;
import io.stepprofiler.capture.proto.v1.CaptureEvent;
import io.stepprofiler.capture.proto.v1.CaptureSpec;
import io.stepprofiler.capture.proto.v1.TraceInfo;
import io.stepprofiler.trace.Trace;
import org.jspecify.annotations.Nullable;

/** One call of Capture, from its start to the last byte of the file. */
final class CaptureCall {
    private final Descriptions descriptions;
    private final CaptureSpec spec;
    private final TraceWriter writer;
    private final StepCapture capture;
    private final ReplyStream out;

    private CaptureCall(
            Descriptions descriptions,
            CaptureSpec spec,
            StepCapture capture,
            ServerCallStreamObserver<CaptureEvent> call) {
        this.descriptions = descriptions;
        this.spec = spec;
        this.capture = capture;
        writer = TraceWriter.of(spec.getFormat());
        out = new ReplyStream(call, capture::cancel);
    }

    /** Begins a capture; throws the reason if that is impossible. */
    @SuppressWarnings("FutureReturnValueIgnored") // finish() sends all failures to the client.
    static void begin(
            Descriptions descriptions,
            OpenCalls calls,
            CaptureSpec spec,
            CaptureRequest request,
            ServerCallStreamObserver<CaptureEvent> call) {
        TraceWriter.of(spec.getFormat()); // Rejects an unknown format before the capture begins.
        StepCapture capture = Captures.begin(request);
        // The current step can no longer be captured.
        long next = Math.max(capture.firstStep(), Descriptions.currentStep() + 1);
        if (spec.getExactly() && spec.getFirstStep() < next) {
            capture.cancel();
            throw passed(spec, next);
        }
        CaptureCall begun = new CaptureCall(descriptions, spec, capture, call);
        calls.watch(begun.out, begun::report, begun::endWithServer);
        capture.trace().whenCompleteAsync(begun::finish, calls.files());
    }

    private static StatusRuntimeException passed(CaptureSpec spec, long first) {
        return Refusals.because(
                Status.OUT_OF_RANGE,
                "first_step = " + spec.getFirstStep() + " has passed already: the first that can be recorded is "
                        + first);
    }

    private void report() {
        out.news(CaptureEvent.newBuilder()
                .setProgress(Descriptions.progress(capture))
                .build());
    }

    /** Ends early: with the steps recorded so far, if there are any. */
    private void endWithServer() {
        switch (capture.state()) {
            case WAITING, WARMING_UP -> out.abandon(Status.UNAVAILABLE.withDescription("The server ends"));
            default -> capture.end("the server ends");
        }
    }

    private void finish(@Nullable Trace trace, @Nullable Throwable thrown) {
        try {
            if (trace == null) {
                out.fail(Refusals.of(thrown == null ? new IllegalStateException("there is no trace") : thrown));
            } else if (!out.isEnded()) {
                TraceInfo info = descriptions.trace(trace, "capture");
                if (spec.getExactly() && info.getFirstStep() != spec.getFirstStep()) {
                    throw passed(spec, info.getFirstStep());
                }
                out.file(WrittenTrace.write(trace, info, writer));
            }
        } catch (Exception | Error e) {
            out.fail(Refusals.of(e));
        }
    }
}
