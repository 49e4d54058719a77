package io.stepprofiler.trace;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.UnfinishedCause;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongToIntFunction;
import java.util.stream.IntStream;

/**
 * Maker of slices of traces, which are views: the events that begin in {@code [from, to)}.
 *
 * <p>Reads each track once, from front to back, since a search by time in a track from a journal would read many of its
 * chunks.
 */
final class TraceSlicer {
    private final Trace trace;
    private final long from;
    private final long to;
    private final int[] firstEvents;
    private final int[] endEvents;
    private long unfinishedBefore;
    private long unfinished;

    private TraceSlicer(Trace trace, long from, long to) {
        this.trace = trace;
        this.from = from;
        this.to = to;
        firstEvents = new int[trace.tracks().size()];
        endEvents = new int[firstEvents.length];
        for (int i = 0; i < firstEvents.length; i++) {
            find(i);
        }
    }

    // T6: an event belongs to the slice in which it begins.
    /** The slice of a trace with everything that begins in {@code [from, to)}. */
    static Trace slice(Trace trace, long from, long to) {
        return new TraceSlicer(trace, from, to).slice();
    }

    private void find(int index) {
        Track track = trace.tracks().get(index);
        int event = 0;
        for (; event < track.size() && track.startNanos(event) < from; event++) {
            unfinishedBefore += track.isUnfinished(event) ? 1 : 0;
        }
        firstEvents[index] = event;
        for (; event < track.size() && track.startNanos(event) < to; event++) {
            unfinished += track.isUnfinished(event) ? 1 : 0;
        }
        endEvents[index] = event;
    }

    private Trace slice() {
        List<CounterTrack> counters = trace.counters().stream()
                .map(counter -> counter.slice(first(counter::countBefore), end(counter::countBefore)))
                .toList();
        int firstMemory = first(trace.memory()::countBefore);
        MemoryEvents memory = trace.memory().slice(firstMemory, end(trace.memory()::countBefore));
        StackSamples samples = trace.samples();
        StackSamples ofSamples = samples.slice(first(samples::countBefore), end(samples::countBefore));
        int[] steps = IntStream.range(0, trace.steps().size())
                .filter(i -> contains(trace.steps().get(i).startNanos()))
                .toArray();
        Set<Long> named = named(memory, ofSamples, steps);
        int[] kept = IntStream.range(0, firstEvents.length)
                .filter(i -> firstEvents[i] < endEvents[i]
                        || named.contains(trace.tracks().get(i).id()))
                .toArray();
        List<Track> tracks = Arrays.stream(kept)
                .mapToObj(i -> trace.tracks().get(i).slice(firstEvents[i], endEvents[i]))
                .toList();
        long held = tracks.stream().mapToLong(Track::size).sum()
                + counters.stream().mapToLong(CounterTrack::size).sum()
                + memory.size()
                + ofSamples.size();
        ClockAnchor start = anchor(Math.max(from, trace.start().monotonicNanos()));
        return new Trace(
                trace,
                trace.ids().part(kept, firstEvents, steps, firstMemory),
                start,
                anchor(Math.max(Math.min(to, trace.end().monotonicNanos()), start.monotonicNanos())),
                tracks,
                counters,
                memory,
                ofSamples,
                Arrays.stream(steps).mapToObj(trace.steps()::get).toList(),
                trace.metadata(),
                account(held));
    }

    private boolean contains(long nanos) {
        return from <= nanos && nanos < to;
    }

    private int first(LongToIntFunction countBefore) {
        return countBefore.applyAsInt(from);
    }

    private int end(LongToIntFunction countBefore) {
        return countBefore.applyAsInt(to);
    }

    /** Tracks whose names the slice needs although no event on them begins in it. */
    private Set<Long> named(MemoryEvents memory, StackSamples samples, int[] steps) {
        Set<Long> ids = new HashSet<>();
        for (int i = 0; i < memory.size(); i++) {
            ids.add(memory.trackId(i));
        }
        for (int i = 0; i < samples.size(); i++) {
            ids.add(samples.trackId(i));
        }
        for (int step : steps) {
            ids.add(trace.steps().get(step).trackId());
        }
        return ids;
    }

    private ClockAnchor anchor(long nanos) {
        return new ClockAnchor(nanos, trace.start().toEpochNanos(nanos));
    }

    /** Dropped events have no time: they are in the account of the slice in which the window ends, and of no other. */
    private LossAccount account(long held) {
        boolean atTheEnd = contains(trace.end().monotonicNanos());
        LossAccount whole = trace.account();
        return new LossAccount(
                held + (atTheEnd ? whole.droppedTotal() : 0),
                held - unfinished,
                atTheEnd ? whole.dropped() : Map.of(),
                unfinishedByCause(),
                atTheEnd ? whole.anomalies() : Map.of());
    }

    /** Distributes the causes of unfinished events in their order, since events do not record their cause. */
    private Map<UnfinishedCause, Long> unfinishedByCause() {
        long begin = unfinishedBefore;
        long rest = unfinished;
        Map<UnfinishedCause, Long> byCause = new EnumMap<>(UnfinishedCause.class);
        for (Map.Entry<UnfinishedCause, Long> cause :
                trace.account().unfinished().entrySet()) {
            long dealt = Math.min(rest, Math.max(cause.getValue() - begin, 0));
            byCause.put(cause.getKey(), dealt);
            rest -= dealt;
            begin = Math.max(begin - cause.getValue(), 0);
        }
        byCause.merge(UnfinishedCause.WINDOW_ENDED, rest, Long::sum);
        return byCause;
    }
}
