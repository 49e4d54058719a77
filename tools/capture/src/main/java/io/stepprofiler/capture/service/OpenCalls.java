package io.stepprofiler.capture.service;

import io.grpc.Status;
import io.stepprofiler.capture.hosting.Refusals;
import io.stepprofiler.delivery.BackgroundThreads;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Long-running calls, monitored until they end by one thread; a second thread writes files. Both run at low priority,
 * so that the training takes precedence.
 */
final class OpenCalls implements AutoCloseable {
    private static final long LOOK_MILLIS = 200;
    private static final long FINISH_LOOK_NANOS = 10_000_000;

    private final ScheduledExecutorService looking =
            Executors.newSingleThreadScheduledExecutor(named("step-profiler-capture-calls"));
    private final ExecutorService files = Executors.newSingleThreadExecutor(named("step-profiler-capture-files"));

    /** Actions that make calls end soon, with the data recorded so far. */
    private final Map<ReplyStream, Runnable> open = new ConcurrentHashMap<>();

    private final long mostStalledNanos;
    private volatile boolean finishing;

    /**
     * @param mostStalled time after which a call ends if its client does not receive data
     */
    OpenCalls(Duration mostStalled) {
        mostStalledNanos = mostStalled.toNanos();
    }

    private static ThreadFactory named(String name) {
        return task -> {
            Thread thread = new Thread(
                    () -> {
                        BackgroundThreads.lower();
                        task.run();
                    },
                    name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** The executor that reads and writes files. */
    Executor files() {
        return files;
    }

    /**
     * Monitors a call until it ends.
     *
     * @param tell called several times a second until then
     * @param finish called when the server ends: makes the call end soon, with the data recorded so far
     */
    void watch(ReplyStream call, Runnable tell, Runnable finish) {
        open.put(call, finish);
        if (finishing) {
            finish.run();
        }
        lookAgain(call, tell, 0);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // look handles its exceptions.
    private void lookAgain(ReplyStream call, Runnable tell, long millis) {
        looking.schedule(() -> look(call, tell), millis, TimeUnit.MILLISECONDS);
    }

    private void look(ReplyStream call, Runnable tell) {
        try {
            if (call.stalledNanos() > mostStalledNanos) {
                call.abandon(Status.DEADLINE_EXCEEDED.withDescription(
                        "The client received no data for " + Duration.ofNanos(mostStalledNanos)));
            }
            if (!call.isEnded()) {
                tell.run();
            }
        } catch (RuntimeException e) {
            call.abandon(Refusals.of(e));
        }
        if (call.isEnded()) {
            open.remove(call);
        } else if (!looking.isShutdown()) {
            lookAgain(call, tell, LOOK_MILLIS);
        }
    }

    /** Makes calls end with the data recorded so far, and waits until clients have received them. */
    void finish(Duration longest) {
        long end = System.nanoTime() + longest.toNanos();
        finishing = true;
        open.values().forEach(Runnable::run);
        while (open.keySet().stream().anyMatch(call -> !call.isEnded()) && System.nanoTime() < end) {
            LockSupport.parkNanos(FINISH_LOOK_NANOS);
        }
    }

    /** Ends all calls. */
    @Override
    public void close() {
        looking.shutdownNow();
        files.shutdownNow();
        open.keySet().forEach(call -> call.abandon(Status.UNAVAILABLE.withDescription("The server ends")));
    }
}
