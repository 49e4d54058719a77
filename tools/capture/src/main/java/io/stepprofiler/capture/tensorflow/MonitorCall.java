package io.stepprofiler.capture.tensorflow;

import io.grpc.stub.ServerCallStreamObserver;
import io.stepprofiler.CaptureBusyException;
import io.stepprofiler.CaptureRequest;
import io.stepprofiler.Captures;
import io.stepprofiler.Profile;
import io.stepprofiler.StepCapture;
import io.stepprofiler.StepPace;
import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.capture.hosting.Refusals;
import io.stepprofiler.capture.hosting.ServiceResources;
import io.stepprofiler.capture.proto.tensorflow.MonitorRequest;
import io.stepprofiler.capture.proto.tensorflow.MonitorResponse;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.report.faces.ReportDocument;
import io.stepprofiler.trace.Trace;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A call of {@code Monitor}: answers after the requested time with the state of the job as text, and from level
 * {@value #SUMMARY} on with a summary of a few steps of this time.
 */
final class MonitorCall {
    private static final int SUMMARY = 2;
    private static final int STEPS = 5;
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(1);

    private MonitorCall() {}

    /**
     * Begins the call.
     *
     * @param holder description of the client
     * @throws IllegalArgumentException if the requested time is not allowed
     */
    @SuppressWarnings("FutureReturnValueIgnored") // reply handles its exceptions.
    static void begin(
            ServiceResources hosting,
            MonitorRequest request,
            String holder,
            ServerCallStreamObserver<MonitorResponse> client) {
        Duration duration = WantedProfile.duration(request.getDurationMs(), hosting.maxDuration());
        CompletableFuture<Void> over = new CompletableFuture<>();
        Future<?> alarm = hosting.timer().schedule(() -> over.complete(null), duration.toNanos(), TimeUnit.NANOSECONDS);
        client.setOnCancelHandler(() -> alarm.cancel(false));
        CompletableFuture<String> summary = request.getMonitoringLevel() < SUMMARY
                ? CompletableFuture.completedFuture("")
                : summary(hosting, duration, holder, client, alarm);
        over.thenCombine(summary, (none, text) -> state() + text)
                .whenCompleteAsync((text, failure) -> reply(text, failure, request, client), hosting.work());
    }

    private static CompletableFuture<String> summary(
            ServiceResources hosting,
            Duration duration,
            String holder,
            ServerCallStreamObserver<?> client,
            Future<?> alarm) {
        Duration longest = duration.compareTo(LONGEST) > 0 ? LONGEST : duration;
        StepCapture capture;
        try {
            capture = Captures.begin(CaptureRequest.ofSteps(STEPS)
                    .within(longest.isZero() ? SHORTEST : longest)
                    .holder(holder)
                    .yielding()
                    .configure(hosting.captures()));
        } catch (CaptureBusyException e) {
            return CompletableFuture.completedFuture(Refusals.of(e).getDescription() + "\n");
        }
        client.setOnCancelHandler(() -> {
            alarm.cancel(false);
            capture.cancel();
        });
        return capture.trace().handleAsync(MonitorCall::summary, hosting.work());
    }

    private static String summary(@Nullable Trace trace, @Nullable Throwable failure) {
        if (trace != null) {
            return "\n" + ReportDocument.text(StepReport.of(trace));
        }
        return Refusals.of(failure == null ? new IllegalStateException("there is no trace") : failure)
                        .getDescription()
                + "\n";
    }

    private static String state() {
        ProcessInfo process = ProcessInfo.current();
        StepPace pace = Captures.pace();
        Runtime heap = Runtime.getRuntime();
        return "process " + process.pid() + " on " + process.host() + "; "
                + Profile.running().map(Profile::toString).orElse("no profile") + "\n"
                + (pace.steps() == 0
                        ? "no step has been marked so far\n"
                        : "step " + (pace.lastStep() + 1) + ", " + Amount.number(pace.perSecond()) + " steps/s\n")
                + "heap " + Amount.bytes(heap.totalMemory() - heap.freeMemory()) + " of "
                + Amount.bytes(heap.maxMemory())
                + "\n";
    }

    private static void reply(
            @Nullable String text,
            @Nullable Throwable failure,
            MonitorRequest request,
            ServerCallStreamObserver<MonitorResponse> client) {
        if (text == null) {
            client.onError(Refusals.of(failure == null ? new IllegalStateException("there is no text") : failure)
                    .asRuntimeException());
            return;
        }
        String time = request.getTimestamp() ? "Timestamp: " + Instant.now() + "\n" : "";
        client.onNext(MonitorResponse.newBuilder().setData(time + text).build());
        client.onCompleted();
    }
}
