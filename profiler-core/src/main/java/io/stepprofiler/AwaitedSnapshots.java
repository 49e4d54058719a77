package io.stepprofiler;

import io.stepprofiler.trace.Trace;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** Who waits for snapshots of a history, each for the one that was asked for. */
final class AwaitedSnapshots {
    private record Awaited(SnapshotRequest request, CompletableFuture<Trace> trace) {
        boolean isAnswered() {
            return request.answer() != null || request.loss() != null;
        }

        void give() {
            String loss = request.loss();
            if (loss == null) {
                trace.complete(request.answer());
            } else {
                trace.completeExceptionally(new CaptureException(loss));
            }
        }
    }

    private final Queue<Awaited> waiting = new ConcurrentLinkedQueue<>();

    /**
     * A future that completes with what answers a request, or with a {@link CaptureException} if it is lost, or nothing
     * answers it for so long.
     */
    CompletableFuture<Trace> answerTo(SnapshotRequest request, Duration longest) {
        Awaited next = new Awaited(request, new CompletableFuture<>());
        waiting.removeIf(each -> each.trace.isDone());
        waiting.add(next);
        request.whenLost(this::give);
        if (next.isAnswered()) {
            next.give();
        }
        return next.trace.orTimeout(longest.toMillis(), TimeUnit.MILLISECONDS).handle((trace, thrown) -> {
            if (trace != null) {
                return trace;
            }
            throw thrown instanceof CaptureException known
                    ? known
                    : new CaptureException("The snapshot was not put together within " + longest, thrown);
        });
    }

    /** Gives traces to those who wait for them, on a thread of its own: what they do is not to delay the profiler. */
    void give() {
        List<Awaited> answered = waiting.stream().filter(Awaited::isAnswered).toList();
        // Who comes now sees the answer.
        waiting.removeAll(answered);
        if (!answered.isEmpty()) {
            Thread giver = new Thread(() -> answered.forEach(Awaited::give), "step-profiler-snapshot");
            giver.setDaemon(true);
            giver.start();
        }
    }

    /** Says that none will come any more. */
    void refuse(String why) {
        waiting.forEach(each -> {
            if (each.isAnswered()) {
                each.give();
            } else {
                each.trace.completeExceptionally(new CaptureException(why));
            }
        });
    }
}
