package io.stepprofiler;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.window.SnapshotRequest;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** Who waits for snapshots of a history, each for the one that was asked for. */
final class AwaitedSnapshots {
    private record Awaited(SnapshotRequest request, CompletableFuture<Trace> trace) {
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

    /** Traces that everybody else has been told of: until then nobody is given one. */
    private final Set<Trace> told = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    /**
     * A future that completes with what answers a request, or with a {@link CaptureException} if it is lost, or nothing
     * answers it for so long.
     */
    CompletableFuture<Trace> answerTo(SnapshotRequest request, Duration longest) {
        Awaited next = new Awaited(request, new CompletableFuture<>());
        waiting.removeIf(each -> each.trace.isDone());
        waiting.add(next);
        request.whenLost(this::give);
        if (isAnswered(next)) {
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

    private boolean isAnswered(Awaited each) {
        Trace answer = each.request.answer();
        return each.request.loss() != null || (answer != null && told.contains(answer));
    }

    /** Gives a trace to those who wait for it, once others have been told of it. */
    void give(Trace trace) {
        told.add(trace);
        give();
    }

    /** On a thread of its own: what those do who are given something is not to delay the profiler. */
    private void give() {
        List<Awaited> answered = waiting.stream().filter(this::isAnswered).toList();
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
            if (each.request.answer() != null || each.request.loss() != null) {
                each.give();
            } else {
                each.trace.completeExceptionally(new CaptureException(why));
            }
        });
    }
}
