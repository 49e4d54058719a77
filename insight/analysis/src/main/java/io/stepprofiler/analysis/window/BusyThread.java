package io.stepprofiler.analysis.window;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.steps.WindowWalk;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Thread that was in scopes or operations during some time without a known wait, so that the threads of steps may have
 * waited for it.
 *
 * @param thread name of the thread
 * @param nanos part of that time in which any was open, in nanoseconds
 * @param event name of the event that was open for the longest time; of several, the innermost
 * @param eventNanos part of that time in which this event was open, in nanoseconds
 */
public record BusyThread(String thread, long nanos, String event, long eventNanos) {
    private static final Set<EventKind> NO_WORK = Set.of(EventKind.VIRTUAL_MACHINE, EventKind.PROFILER);

    /** Sum of the time covered by events, which are added in the order of their starts. */
    private static final class Cover {
        private long nanos;
        private long until = Long.MIN_VALUE;

        /** Adds an event; time covered by earlier events, such as in recursion, is not added again. */
        void add(IntervalSet within, long start, long end) {
            nanos += within.nanosWithin(Math.max(start, until), end);
            until = Math.max(until, end);
        }

        long nanos() {
            return nanos;
        }
    }

    /** Returns the busiest of some threads. Takes a pass over their events. */
    static Optional<BusyThread> most(WindowWalk walk, Predicate<Track> threads, IntervalSet within) {
        List<Track> tracks = walk.trace().tracks();
        return IntStream.range(0, tracks.size())
                .filter(index -> tracks.get(index).isThread() && threads.test(tracks.get(index)))
                .mapToObj(index -> of(walk, index, within))
                .flatMap(Optional::stream)
                .max(Comparator.comparingLong(BusyThread::nanos));
    }

    private static Optional<BusyThread> of(WindowWalk walk, int index, IntervalSet within) {
        Trace trace = walk.trace();
        Track track = trace.tracks().get(index);
        IntervalSet running = within;
        for (Map.Entry<StepCategory, IntervalSet> each : walk.times(index).entrySet()) {
            running = isWait(each.getKey()) ? running.minus(each.getValue()) : running;
        }
        Cover all = new Cover();
        Map<Integer, Cover> byName = new LinkedHashMap<>();
        for (int i = 0; i < track.size(); i++) {
            int name = track.nameId(i);
            if (!track.isAsync(i) && !track.isUnfinished(i) && isWork(walk, name)) {
                long start = track.startNanos(i);
                long end = start + track.durationNanos(i);
                all.add(running, start, end);
                byName.computeIfAbsent(name, any -> new Cover()).add(running, start, end);
            }
        }
        // Outer events come first: of names that cover the same time, the last is the innermost.
        return byName.entrySet().stream()
                .reduce((most, next) ->
                        next.getValue().nanos() >= most.getValue().nanos() ? next : most)
                .map(most -> new BusyThread(
                        track.name(),
                        all.nanos(),
                        trace.name(most.getKey()),
                        most.getValue().nanos()));
    }

    /** True if a thread may work inside events of a name. */
    private static boolean isWork(WindowWalk walk, int name) {
        return !NO_WORK.contains(walk.trace().kind(name))
                && walk.meaning(name).filter(BusyThread::isWait).isEmpty();
    }

    /** Loading data counts as work, since this thread loads it for others. */
    private static boolean isWait(StepCategory category) {
        return category != StepCategory.DATA_WAIT;
    }
}
