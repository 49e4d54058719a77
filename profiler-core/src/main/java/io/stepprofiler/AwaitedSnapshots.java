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

/** Futures of callers that wait for the snapshots they requested of a history. */
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

    /** Published traces: a future completes only after its trace has become the profile's last trace. */
    private final Set<Trace> told = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    /**
     * Returns a future that completes with the trace of the request, or with a {@link CaptureException} if the snapshot
     * is lost or not ready within {@code longest}.
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

    /** Completes the futures that wait for a trace, which has been published. */
    void give(Trace trace) {
        told.add(trace);
        give();
    }

    /** Completes the answered futures on a separate thread: their callbacks must not delay the profiler. */
    private void give() {
        List<Awaited> answered = waiting.stream().filter(this::isAnswered).toList();
        // Callers that come later see the answer at once.
        waiting.removeAll(answered);
        if (!answered.isEmpty()) {
            Thread giver = new Thread(() -> answered.forEach(Awaited::give), "step-profiler-snapshot");
            giver.setDaemon(true);
            giver.start();
        }
    }

    /** Completes all futures, with an exception if there is no trace. */
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
