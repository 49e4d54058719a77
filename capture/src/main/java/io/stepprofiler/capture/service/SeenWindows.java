package io.stepprofiler.capture.service;

import io.stepprofiler.FinishedWindows;
import io.stepprofiler.capture.proto.v1.TraceInfo;
import io.stepprofiler.trace.Trace;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The last windows that profiles of this process have finished: what is said of each, and the trace as long as the
 * program has it in memory anyway, which is so of a profile's last one. For any thread.
 */
final class SeenWindows implements AutoCloseable {
    /** A window: what it is called from now on, and what is said of it, which takes a while to be known. */
    private record Seen(String id, CompletableFuture<TraceInfo> info, WeakReference<Trace> trace) {}

    private final int most;
    private final KeptTraces kept;
    private final Descriptions descriptions;
    private final Executor background;
    private final Runnable stopListening;

    /** The oldest first. */
    private final Deque<Seen> last = new ArrayDeque<>();

    /**
     * Begins to look.
     *
     * @param most how many are known
     * @param kept those that have become files, whose ids are not drawn a second time
     * @param background where windows are described
     */
    SeenWindows(int most, KeptTraces kept, Descriptions descriptions, Executor background) {
        this.most = most;
        this.kept = kept;
        this.descriptions = descriptions;
        this.background = background;
        stopListening = FinishedWindows.listen(this::finished);
    }

    private void finished(Trace trace) {
        // At once: who is handed this trace next may send it, and finds what it is called.
        Seen seen = new Seen(kept.newId(), new CompletableFuture<>(), new WeakReference<>(trace));
        synchronized (last) {
            last.addLast(seen);
            while (last.size() > most) {
                last.removeFirst();
            }
        }
        try {
            background.execute(() -> seen.info.complete(describe(seen.id, trace)));
        } catch (RejectedExecutionException e) {
            // The server ends.
        }
    }

    private TraceInfo describe(String id, Trace trace) {
        return descriptions.trace(trace, origin(trace)).setId(id).build();
    }

    /** What made the trace of a profile. */
    static String origin(Trace trace) {
        return trace.metadata().containsKey(SnapshotCall.KEY) ? SnapshotCall.KEY : "window";
    }

    /** What is said of all of them, the oldest first; those that cannot be sent any longer have no id. */
    List<TraceInfo> list() {
        synchronized (last) {
            return last.stream()
                    .filter(seen -> seen.info.isDone() && kept.find(seen.id).isEmpty())
                    .map(seen -> seen.trace.refersTo(null)
                            ? seen.info.join().toBuilder().clearId().build()
                            : seen.info.join())
                    .toList();
        }
    }

    /** The trace that is called so, if it is still there. */
    Optional<Trace> find(String id) {
        synchronized (last) {
            return last.stream().filter(seen -> seen.id.equals(id)).findFirst().map(seen -> seen.trace.get());
        }
    }

    /** What a trace is called, if it is one of them. */
    @Nullable
    String idOf(Trace trace) {
        synchronized (last) {
            return last.stream()
                    .filter(seen -> seen.trace.refersTo(trace))
                    .findFirst()
                    .map(Seen::id)
                    .orElse(null);
        }
    }

    @Override
    public void close() {
        stopListening.run();
    }
}
