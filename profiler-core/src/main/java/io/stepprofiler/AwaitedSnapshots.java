package io.stepprofiler;

import io.stepprofiler.trace.Trace;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** Who waits for a snapshot of a history, until one is put together after they have asked. */
final class AwaitedSnapshots {
    private final Queue<CompletableFuture<Trace>> waiting = new ConcurrentLinkedQueue<>();

    /** A future that completes with the next one, or with a {@link CaptureException} if there is none for so long. */
    CompletableFuture<Trace> next(Duration longest) {
        CompletableFuture<Trace> next = new CompletableFuture<>();
        waiting.removeIf(CompletableFuture::isDone);
        waiting.add(next);
        return next.orTimeout(longest.toMillis(), TimeUnit.MILLISECONDS).handle((trace, thrown) -> {
            if (trace != null) {
                return trace;
            }
            throw thrown instanceof CaptureException known
                    ? known
                    : new CaptureException("The snapshot was not put together within " + longest, thrown);
        });
    }

    /** Gives a trace to all who wait, on a thread of its own: what they do with it is not to delay the profiler. */
    void give(Trace trace) {
        List<CompletableFuture<Trace>> all = List.copyOf(waiting);
        if (!all.isEmpty()) {
            Thread giver = new Thread(() -> all.forEach(each -> each.complete(trace)), "step-profiler-snapshot");
            giver.setDaemon(true);
            giver.start();
        }
    }

    /** Says that none will come. */
    void refuse(String why) {
        waiting.forEach(each -> each.completeExceptionally(new CaptureException(why)));
    }
}
