package io.stepprofiler.capture.service;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.stepprofiler.Captures;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfileFailure;
import io.stepprofiler.capture.guard.Caller;
import io.stepprofiler.capture.hosting.Refusals;
import io.stepprofiler.capture.hosting.ServiceResources;
import io.stepprofiler.capture.proto.v1.AddMetadataReply;
import io.stepprofiler.capture.proto.v1.AddMetadataRequest;
import io.stepprofiler.capture.proto.v1.CaptureEvent;
import io.stepprofiler.capture.proto.v1.CaptureProgress;
import io.stepprofiler.capture.proto.v1.CaptureServiceGrpc;
import io.stepprofiler.capture.proto.v1.CaptureSpec;
import io.stepprofiler.capture.proto.v1.GetStatusRequest;
import io.stepprofiler.capture.proto.v1.JobStatus;
import io.stepprofiler.capture.proto.v1.PauseReply;
import io.stepprofiler.capture.proto.v1.PauseRequest;
import io.stepprofiler.capture.proto.v1.ResumeReply;
import io.stepprofiler.capture.proto.v1.ResumeRequest;
import io.stepprofiler.capture.proto.v1.SnapshotSpec;
import io.stepprofiler.capture.proto.v1.ToggleReply;
import io.stepprofiler.capture.proto.v1.ToggleRequest;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.text.OneLine;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/** Implements the service {@code stepprofiler.capture.v1}, which {@code capture.proto} describes. */
public final class StepCaptureService extends CaptureServiceGrpc.CaptureServiceImplBase implements AutoCloseable {
    private static final String VERSION = "0.2.0";
    private static final Duration MOST_STALLED = Duration.ofMinutes(1);
    private static final int MAX_REASON = 200;
    private static final int MAX_KEY = 200;
    private static final int MAX_VALUE = 100_000;
    private static final CaptureEvent SNAPSHOT_NEWS = CaptureEvent.newBuilder()
            .setProgress(CaptureProgress.newBuilder()
                    .setState(CaptureProgress.State.STATE_FINISHING)
                    .setText("assembles the history"))
            .build();

    private final Descriptions descriptions;
    private final OpenCalls calls;
    private final SpecReader specs;

    /**
     * Starts to measure the rate of steps.
     *
     * @param hosting resources of the server
     */
    public StepCaptureService(ServiceResources hosting) {
        this(hosting, MOST_STALLED);
    }

    StepCaptureService(ServiceResources hosting, Duration mostStalled) {
        descriptions = new Descriptions(ThisProcess.describe(), VERSION);
        calls = new OpenCalls(mostStalled);
        specs = new SpecReader(hosting.captures(), hosting.maxDuration());
        Captures.pace();
    }

    @Override
    public void getStatus(GetStatusRequest request, StreamObserver<JobStatus> call) {
        answer(call, descriptions::status);
    }

    @Override
    public void capture(CaptureSpec spec, StreamObserver<CaptureEvent> call) {
        begin(
                call,
                () -> CaptureCall.begin(
                        descriptions, calls, spec, specs.read(spec, Caller.current()), streaming(call)));
    }

    @Override
    public void snapshot(SnapshotSpec spec, StreamObserver<CaptureEvent> call) {
        begin(call, () -> {
            Profile profile = running();
            if (profile.history().isEmpty()) {
                throw Refusals.because(
                        Status.FAILED_PRECONDITION,
                        "Profile '" + profile.name() + "' keeps no history for a snapshot: capture"
                                + " the next steps instead");
            }
            String reason = inLength("reason", OneLine.of(spec.getReason()), 0, MAX_REASON);
            String told = reason.isEmpty() ? "requested by " + Caller.current() : reason;
            snapshot(profile, TraceWriter.of(spec.getFormat()), told, new ReplyStream(streaming(call), () -> {}));
        });
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The client gets every failure.
    private void snapshot(Profile profile, TraceWriter writer, String reason, ReplyStream out) {
        calls.watch(out, () -> out.news(SNAPSHOT_NEWS), () -> {});
        profile.takeSnapshot(reason)
                .whenCompleteAsync(
                        (trace, thrown) -> {
                            try {
                                if (trace == null) {
                                    out.fail(Refusals.of(
                                            thrown == null ? new IllegalStateException("there is no trace") : thrown));
                                } else {
                                    out.file(WrittenTrace.write(trace, descriptions.trace(trace, "snapshot"), writer));
                                }
                            } catch (Exception | Error e) {
                                out.fail(Refusals.of(e));
                            }
                        },
                        calls.files());
    }

    @Override
    public void toggle(ToggleRequest request, StreamObserver<ToggleReply> call) {
        answer(call, () -> {
            Set<ActivityType> types = ActivityNames.types(request.getActivitiesList());
            Profile profile = running();
            long ignored = profile.failureCount(ProfileFailure.Kind.TOGGLE_IGNORED);
            profile.toggleTypes(request.getEnable(), types);
            List<String> now = Descriptions.types(profile);
            if (profile.failureCount(ProfileFailure.Kind.TOGGLE_IGNORED) > ignored) {
                throw Refusals.because(
                        Status.FAILED_PRECONDITION,
                        types + " cannot be switched, or only in part: profile '" + profile.name()
                                + "' was not built to record them; it now records " + now);
            }
            return ToggleReply.newBuilder().addAllActivities(now).build();
        });
    }

    @Override
    public void addMetadata(AddMetadataRequest request, StreamObserver<AddMetadataReply> call) {
        answer(call, () -> {
            String key = inLength("key", request.getKey(), 1, MAX_KEY);
            String value = inLength("value", request.getValue(), 0, MAX_VALUE);
            Profile profile = running();
            if (request.getJson()) {
                profile.addMetadataJson(key, value);
            } else {
                profile.addMetadata(key, value);
            }
            return AddMetadataReply.getDefaultInstance();
        });
    }

    @Override
    public void pause(PauseRequest request, StreamObserver<PauseReply> call) {
        answer(call, () -> {
            Profile profile = running();
            boolean already = profile.isPaused();
            profile.pause();
            return PauseReply.newBuilder().setAlready(already).build();
        });
    }

    @Override
    public void resume(ResumeRequest request, StreamObserver<ResumeReply> call) {
        answer(call, () -> {
            Profile profile = running();
            boolean already = !profile.isPaused();
            profile.resume();
            return ResumeReply.newBuilder().setAlready(already).build();
        });
    }

    private static Profile running() {
        return Profile.running()
                .orElseThrow(() -> Refusals.because(
                        Status.FAILED_PRECONDITION, "No profile is running in this process: capture steps instead"));
    }

    private static String inLength(String field, String value, int least, int most) {
        if (value.length() < least || value.length() > most) {
            throw new IllegalArgumentException(
                    field + " of " + value.length() + " characters is not allowed: must have " + least + " to " + most);
        }
        return value;
    }

    private static <M> ServerCallStreamObserver<M> streaming(StreamObserver<M> call) {
        return (ServerCallStreamObserver<M>) call;
    }

    private static <M> void answer(StreamObserver<M> call, Supplier<M> reply) {
        begin(call, () -> {
            M made = reply.get();
            call.onNext(made);
            call.onCompleted();
        });
    }

    private static void begin(StreamObserver<?> call, Runnable begin) {
        try {
            begin.run();
        } catch (RejectedExecutionException e) {
            call.onError(Status.UNAVAILABLE.withDescription("The server ends").asRuntimeException());
        } catch (RuntimeException e) {
            call.onError(Refusals.of(e).asRuntimeException());
        }
    }

    /**
     * Ends captures, and waits until clients have received the steps recorded so far.
     *
     * @param longest maximum time to wait
     */
    public void finish(Duration longest) {
        calls.finish(longest);
    }

    /** Ends all calls. */
    @Override
    public void close() {
        calls.close();
    }
}
