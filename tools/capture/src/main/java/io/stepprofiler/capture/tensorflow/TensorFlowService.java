package io.stepprofiler.capture.tensorflow;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.stepprofiler.capture.guard.Caller;
import io.stepprofiler.capture.hosting.Refusals;
import io.stepprofiler.capture.hosting.ServiceResources;
import io.stepprofiler.capture.proto.tensorflow.ContinuousProfilingResponse;
import io.stepprofiler.capture.proto.tensorflow.GetSnapshotRequest;
import io.stepprofiler.capture.proto.tensorflow.MonitorRequest;
import io.stepprofiler.capture.proto.tensorflow.MonitorResponse;
import io.stepprofiler.capture.proto.tensorflow.ProfileRequest;
import io.stepprofiler.capture.proto.tensorflow.ProfileResponse;
import io.stepprofiler.capture.proto.tensorflow.ProfilerServiceGrpc.ProfilerServiceImplBase;
import io.stepprofiler.capture.proto.tensorflow.StopContinuousProfilingRequest;
import io.stepprofiler.capture.proto.tensorflow.StopContinuousProfilingResponse;
import io.stepprofiler.capture.proto.tensorflow.TerminateRequest;
import io.stepprofiler.capture.proto.tensorflow.TerminateResponse;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Implements {@code tensorflow.ProfilerService}.
 *
 * <p>A profile is sent to the client as the data of a tool, and the client stores it. Paths in requests are ignored.
 */
public final class TensorFlowService extends ProfilerServiceImplBase implements AutoCloseable {
    private static final long FINISH_LOOK_NANOS = 10_000_000;

    private final ServiceResources hosting;

    /** The running call of Profile; there is at most one. */
    private final AtomicReference<ProfileCall> current = new AtomicReference<>();

    private final ContinuousProfiling continuous;

    /**
     * Creates the service of a server.
     *
     * @param hosting resources of the server
     */
    public TensorFlowService(ServiceResources hosting) {
        this.hosting = hosting;
        this.continuous = new ContinuousProfiling(hosting);
    }

    @Override
    public void profile(ProfileRequest request, StreamObserver<ProfileResponse> observer) {
        ServerCallStreamObserver<ProfileResponse> client = (ServerCallStreamObserver<ProfileResponse>) observer;
        String holder = "TensorFlow's client at " + Caller.current();
        WantedProfile wanted;
        try {
            wanted = WantedProfile.of(request, Instant.now(), hosting.maxDuration());
        } catch (IllegalArgumentException e) {
            client.onError(Refusals.of(e).asRuntimeException());
            return;
        }
        ProfileCall call =
                new ProfileCall(hosting, wanted, holder, client, ended -> current.compareAndSet(ended, null));
        if (!current.compareAndSet(null, call)) {
            ProfileCall other = current.get();
            client.onError(Status.RESOURCE_EXHAUSTED
                    .withDescription("Busy with " + (other == null ? "a profile" : other.describe())
                            + "; there is one at a time: wait for it")
                    .asRuntimeException());
            return;
        }
        client.setOnCancelHandler(() -> call.giveUp(Status.CANCELLED));
        call.begin();
    }

    @Override
    public void terminate(TerminateRequest request, StreamObserver<TerminateResponse> client) {
        ProfileCall call = current.get();
        if (call == null || !call.sessionId().equals(request.getSessionId())) {
            client.onError(Status.NOT_FOUND
                    .withDescription("No call of Profile with this session_id is under way")
                    .asRuntimeException());
            return;
        }
        call.end();
        client.onNext(TerminateResponse.getDefaultInstance());
        client.onCompleted();
    }

    @Override
    public void monitor(MonitorRequest request, StreamObserver<MonitorResponse> client) {
        String holder = "TensorFlow's client at " + Caller.current();
        answer(
                client,
                () -> MonitorCall.begin(hosting, request, holder, (ServerCallStreamObserver<MonitorResponse>) client));
    }

    @Override
    public void startContinuousProfiling(ProfileRequest request, StreamObserver<ContinuousProfilingResponse> client) {
        answer(client, () -> {
            long millis = request.getOpts().getDurationMs();
            continuous.start(millis != 0 ? millis : request.getDurationMs());
            send(client, ContinuousProfilingResponse.getDefaultInstance());
        });
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // deliver handles its exceptions.
    public void getSnapshot(GetSnapshotRequest request, StreamObserver<ProfileResponse> client) {
        answer(client, () -> {
            ((ServerCallStreamObserver<ProfileResponse>) client).setOnCancelHandler(() -> {});
            continuous
                    .snapshot("TensorFlow's client at " + Caller.current())
                    .whenCompleteAsync((trace, failure) -> deliver(trace, failure, client), hosting.work());
        });
    }

    @Override
    public void continuousProfiling(ProfileRequest request, StreamObserver<ContinuousProfilingResponse> client) {
        startContinuousProfiling(request, client);
    }

    @Override
    public void getSnapShot(GetSnapshotRequest request, StreamObserver<ProfileResponse> client) {
        getSnapshot(request, client);
    }

    private void deliver(@Nullable Trace trace, @Nullable Throwable failure, StreamObserver<ProfileResponse> client) {
        try {
            if (trace == null) {
                throw new IllegalStateException("there is no snapshot", failure);
            }
            client.onNext(ToolReplies.xspace(trace, hosting.maxReplyBytes()));
            client.onCompleted();
        } catch (IOException | RuntimeException e) {
            client.onError(Refusals.of(e).asRuntimeException());
        }
    }

    @Override
    public void stopContinuousProfiling(
            StopContinuousProfilingRequest request, StreamObserver<StopContinuousProfilingResponse> client) {
        answer(client, () -> {
            continuous.stop();
            send(client, StopContinuousProfilingResponse.getDefaultInstance());
        });
    }

    /** Begins to answer, or sends the failure. */
    private static void answer(StreamObserver<?> client, Runnable begin) {
        try {
            begin.run();
        } catch (RuntimeException e) {
            client.onError(Refusals.of(e).asRuntimeException());
        }
    }

    private static <A> void send(StreamObserver<A> client, A answer) {
        client.onNext(answer);
        client.onCompleted();
    }

    /**
     * Ends a running profile, and waits until its client has received the events recorded so far.
     *
     * @param longest maximum time to wait
     */
    public void finish(Duration longest) {
        long end = System.nanoTime() + longest.toNanos();
        ProfileCall call = current.get();
        if (call != null) {
            call.finish();
            while (current.get() == call && System.nanoTime() < end) {
                LockSupport.parkNanos(FINISH_LOOK_NANOS);
            }
        }
    }

    /** Ends its calls, and the recordings that they have started, because the server ends. */
    @Override
    public void close() {
        continuous.close();
        ProfileCall call = current.get();
        if (call != null) {
            call.giveUp(Status.UNAVAILABLE.withDescription("The server ends"));
        }
    }
}
