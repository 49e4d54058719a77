package io.stepprofiler.capture.tensorflow;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.stepprofiler.CaptureRequest;
import io.stepprofiler.Captures;
import io.stepprofiler.StepCapture;
import io.stepprofiler.amount.Amount;
import io.stepprofiler.capture.hosting.Refusals;
import io.stepprofiler.capture.hosting.ServiceResources;
import io.stepprofiler.capture.proto.tensorflow.ProfileResponse;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A call of {@code Profile}, from its request to its reply: waits for its start, records, and answers once. */
final class ProfileCall {
    private final ServiceResources hosting;
    private final WantedProfile wanted;
    private final String holder;
    private final ServerCallStreamObserver<ProfileResponse> client;
    private final Consumer<ProfileCall> whenOver;

    // Guarded by this.
    private @Nullable Future<?> waiting;
    private @Nullable StepCapture capture;
    private boolean answered;

    /**
     * Creates a call that has not begun.
     *
     * @param holder description of the client
     * @param whenOver called, possibly more than once, when another call may begin
     */
    ProfileCall(
            ServiceResources hosting,
            WantedProfile wanted,
            String holder,
            ServerCallStreamObserver<ProfileResponse> client,
            Consumer<ProfileCall> whenOver) {
        this.hosting = hosting;
        this.wanted = wanted;
        this.holder = holder;
        this.client = client;
        this.whenOver = whenOver;
    }

    String sessionId() {
        return wanted.sessionId();
    }

    String describe() {
        return "a profile of " + Amount.time(wanted.duration().toNanos()) + " for " + holder;
    }

    /** Starts recording, now or at the requested time. */
    void begin() {
        if (wanted.delay().isZero()) {
            record();
            return;
        }
        Future<?> start = hosting.timer()
                .schedule(
                        () -> hosting.work().execute(this::record),
                        wanted.delay().toNanos(),
                        TimeUnit.NANOSECONDS);
        synchronized (this) {
            waiting = start;
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // deliver handles its exceptions.
    private void record() {
        StepCapture begun;
        synchronized (this) {
            if (answered) {
                return;
            }
            try {
                begun = Captures.begin(CaptureRequest.ofDuration(wanted.duration())
                        .holder(holder)
                        .configure(hosting.captures())
                        .configure(wanted::configure));
            } catch (RuntimeException e) {
                fail(Refusals.of(e));
                return;
            }
            capture = begun;
        }
        begun.trace().whenCompleteAsync(this::deliver, hosting.work());
    }

    private void deliver(@Nullable Trace trace, @Nullable Throwable failure) {
        if (trace == null) {
            fail(Refusals.of(failure == null ? new IllegalStateException("there is no trace") : failure));
            return;
        }
        if (!takeAnswer()) {
            return;
        }
        try {
            client.onNext(ToolReplies.toolData(trace, wanted.wantsXSpace(), hosting.maxReplyBytes()));
            // Before the client is notified of the end, because it may call again at once.
            whenOver.accept(this);
            client.onCompleted();
        } catch (IOException | RuntimeException e) {
            whenOver.accept(this);
            client.onError(Refusals.of(e).asRuntimeException());
        }
    }

    /** Ends the call early, with the events recorded so far. */
    synchronized void end() {
        if (capture != null) {
            capture.end("as asked");
        } else {
            stopWaiting();
            fail(Status.CANCELLED.withDescription("Terminate ended the call before it had begun to record"));
        }
    }

    /** Ends the call because the server ends, with the events recorded so far. */
    synchronized void finish() {
        if (capture != null) {
            capture.end("the server ends");
        } else {
            giveUp(Status.UNAVAILABLE.withDescription("The server ends"));
        }
    }

    /** Ends the call without data. A disconnected client does not receive the reason. */
    synchronized void giveUp(Status why) {
        fail(why);
        stopWaiting();
        if (capture != null) {
            capture.cancel();
        }
    }

    private void stopWaiting() {
        if (waiting != null) {
            waiting.cancel(false);
        }
    }

    private void fail(Status status) {
        if (takeAnswer()) {
            whenOver.accept(this);
            client.onError(status.asRuntimeException());
        }
    }

    /** True for the first caller only, which then answers the call. */
    private synchronized boolean takeAnswer() {
        boolean isFirst = !answered;
        answered = true;
        return isFirst;
    }
}
