package io.stepprofiler.capture.ranks;

import io.stepprofiler.capture.client.CaptureClient;
import io.stepprofiler.capture.client.CaptureClientException;
import io.stepprofiler.capture.client.CaptureClientException.Kind;
import io.stepprofiler.capture.client.CaptureState;
import io.stepprofiler.capture.client.FetchedTrace;
import io.stepprofiler.capture.client.RemoteCapture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The capture of one rank, on its own thread. */
final class RankCall {
    private static final long MOST_MILLIS_TO_END = 5_000;

    private final CompletableFuture<Boolean> accepted = new CompletableFuture<>();
    private final CompletableFuture<FetchedTrace> done = new CompletableFuture<>();
    private final CaptureClient client;
    private final Thread thread;
    private volatile Optional<CaptureState> last = Optional.empty();

    private RankCall(CaptureClient client, RemoteCapture what, Path to) {
        this.client = client;
        thread = new Thread(() -> run(what, to), "stepprof-rank-" + client.address());
        thread.setDaemon(true);
    }

    static RankCall start(CaptureClient client, RemoteCapture what, Path to) {
        RankCall call = new RankCall(client, what, to);
        call.thread.start();
        return call;
    }

    private void run(RemoteCapture what, Path to) {
        try {
            FetchedTrace trace = client.capture(what, to, this::report);
            accepted.complete(true);
            done.complete(trace);
        } catch (IOException | RuntimeException | Error e) {
            accepted.completeExceptionally(e);
            done.completeExceptionally(e);
        }
    }

    private void report(CaptureState state) {
        last = Optional.of(state);
        accepted.complete(true);
    }

    String address() {
        return client.address();
    }

    /** Waits until the server has begun the capture; returns the failure, if it has not. */
    Optional<Throwable> awaitAccepted() throws InterruptedException {
        return failure(accepted);
    }

    /** Waits until the file is written; returns the failure, if it is not. */
    Optional<Throwable> awaitDone() throws InterruptedException {
        return failure(done);
    }

    /** Waits for the file, up to a time. */
    void awaitDone(long millis) throws InterruptedException {
        try {
            done.get(millis, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // The caller checks the result separately.
        }
    }

    private static Optional<Throwable> failure(Future<?> future) throws InterruptedException {
        try {
            future.get();
            return Optional.empty();
        } catch (ExecutionException e) {
            return Optional.of(e.getCause() == null ? e : e.getCause());
        }
    }

    boolean isDone() {
        return done.isDone();
    }

    /** The written trace; only after success. */
    FetchedTrace trace() {
        return done.join();
    }

    /** The last progress reported by the server, if any. */
    Optional<CaptureState> last() {
        return last;
    }

    /** True if a failure means that the first step has passed. */
    static boolean isPassed(Throwable failure) {
        return failure instanceof CaptureClientException e && e.kind() == Kind.PASSED;
    }

    /** Ends calls and so their captures, and waits for their threads, for a limited time each. */
    static void cancel(List<RankCall> calls) throws InterruptedException {
        calls.forEach(call -> call.thread.interrupt());
        for (RankCall call : calls) {
            call.thread.join(MOST_MILLIS_TO_END);
        }
    }
}
