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
 * Calls that take long: looked after until they end, by one thread; a second one writes files. Both let the training go
 * first.
 */
final class OpenCalls implements AutoCloseable {
    private static final long LOOK_MILLIS = 200;
    private static final long FINISH_LOOK_NANOS = 10_000_000;

    private final ScheduledExecutorService looking =
            Executors.newSingleThreadScheduledExecutor(named("step-profiler-capture-calls"));
    private final ExecutorService files = Executors.newSingleThreadExecutor(named("step-profiler-capture-files"));

    /** What makes each of them end soon, with what there is. */
    private final Map<Outflow, Runnable> open = new ConcurrentHashMap<>();

    private final long mostStalledNanos;
    private volatile boolean finishing;

    /** @param mostStalled how long a client may take nothing before its call ends */
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

    /** Where files are read and written. */
    Executor files() {
        return files;
    }

    /**
     * Looks after a call until it ends.
     *
     * @param tell is called several times a second meanwhile
     * @param finish is called if the server is to end: the call is to end soon, with what there is
     */
    void watch(Outflow call, Runnable tell, Runnable finish) {
        open.put(call, finish);
        if (finishing) {
            finish.run();
        }
        lookAgain(call, tell, 0);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // What it does throws nothing.
    private void lookAgain(Outflow call, Runnable tell, long millis) {
        looking.schedule(() -> look(call, tell), millis, TimeUnit.MILLISECONDS);
    }

    private void look(Outflow call, Runnable tell) {
        try {
            if (call.stalledNanos() > mostStalledNanos) {
                call.abandon(Status.DEADLINE_EXCEEDED.withDescription(
                        "The client took nothing for " + Duration.ofNanos(mostStalledNanos)));
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

    /** Has calls end with what there is, and waits until clients have been sent that. */
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
