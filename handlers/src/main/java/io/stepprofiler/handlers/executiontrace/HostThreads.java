package io.stepprofiler.handlers.executiontrace;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/** Threads of a trace with events or steps, ordered by the start of their next item. */
final class HostThreads {
    private final Map<Long, HostThread> byId = new LinkedHashMap<>();
    private final PriorityQueue<HostThread> queue =
            new PriorityQueue<>(Comparator.comparingLong(HostThread::nextStart).thenComparingInt(HostThread::index));

    HostThreads(Trace trace) {
        Map<Long, List<Integer>> steps = stepsByTrack(trace);
        List<Track> tracks = trace.tracks();
        for (int i = 0; i < tracks.size(); i++) {
            Track track = tracks.get(i);
            List<Integer> own = steps.getOrDefault(track.id(), List.of());
            if (track.isThread()) {
                byId.put(track.id(), new HostThread(trace, i, track, own));
            }
        }
        // A thread may have steps and nothing else.
        steps.forEach((id, own) -> byId.computeIfAbsent(
                id, key -> new HostThread(trace, tracks.size() + byId.size(), Track.empty(id, ""), own)));
        byId.values().stream().filter(HostThread::hasNext).forEach(queue::add);
    }

    /** Number of events of all threads that are no operators. */
    long leftOut() {
        return byId.values().stream().mapToLong(HostThread::leftOut).sum();
    }

    /** True if an event or a step is left to take. */
    boolean hasNext() {
        return !queue.isEmpty();
    }

    /** The thread whose next event or step begins first. */
    HostThread first() {
        return queue.element();
    }

    /** Takes the next event or step of the first thread and gives it a node's id. */
    void take(long nodeId) {
        HostThread thread = queue.remove();
        thread.take(nodeId);
        if (thread.hasNext()) {
            queue.add(thread);
        }
    }

    /** The id of the innermost node that is open on a thread; 0 if nothing of the thread has begun. */
    long innermostAt(long nanos, long threadId) {
        HostThread thread = byId.get(threadId);
        return thread == null ? 0 : thread.innermostAt(nanos);
    }

    private static Map<Long, List<Integer>> stepsByTrack(Trace trace) {
        Map<Long, List<Integer>> steps = new LinkedHashMap<>();
        IntStream.range(0, trace.steps().size())
                .boxed()
                .sorted(Comparator.comparing(i -> trace.steps().get(i), StepMark.PARENTS_FIRST))
                .forEach(i -> steps.computeIfAbsent(trace.steps().get(i).trackId(), id -> new ArrayList<>())
                        .add(i));
        return steps;
    }
}
