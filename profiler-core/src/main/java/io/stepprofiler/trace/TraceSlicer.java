package io.stepprofiler.trace;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.event.UnfinishedCause;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongToIntFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Cuts a trace into parts that are views of it. What begins at or after a cut is behind it.
 *
 * <p>Goes through each track once, from front to back, since looking for places in one that lies in a journal would
 * read many of its pieces.
 */
final class TraceSlicer {
    private final Trace trace;
    /** In order; part {@code i} ends before cut {@code i}, the last part has no end. */
    private final long[] cuts;

    private final int parts;
    private final int[][] firstEvents;
    private final long[] unfinished;
    private final long[] leftOut;
    private final List<List<ContinuedEvent>> continued = new ArrayList<>();
    private final int[] listed;
    private final int[] partOfStep;

    private TraceSlicer(Trace trace, long[] cuts) {
        this.trace = trace;
        this.cuts = cuts;
        parts = cuts.length + 1;
        firstEvents = new int[parts + 1][trace.tracks().size()];
        unfinished = new long[parts];
        leftOut = new long[parts];
        // Which of them end before a part is not known.
        Arrays.fill(leftOut, trace.continuedLeftOut());
        listed = new int[parts];
        partOfStep = new int[trace.steps().size()];
        for (int part = 0; part < parts; part++) {
            continued.add(new ArrayList<>());
        }
        for (int track = 0; track < trace.tracks().size(); track++) {
            cut(track);
        }
        cutSteps();
    }

    /** The parts between the cuts, which are in order, with what is before the first and behind the last. */
    static List<Trace> parts(Trace trace, long[] cuts) {
        TraceSlicer slicer = new TraceSlicer(trace, cuts);
        return IntStream.range(0, slicer.parts)
                .mapToObj(part -> slicer.part(part, part + 1, slicer.parts))
                .toList();
    }

    /** What begins in {@code [from, to)}. */
    static Trace slice(Trace trace, long from, long to) {
        return new TraceSlicer(trace, new long[] {from, to}).part(1, 1, 1);
    }

    private void cut(int index) {
        Track track = trace.tracks().get(index);
        Arrays.fill(listed, 0);
        carryAgain(event -> trace.ids().isOnTrack(event.id()) && event.trackId() == track.id());
        int part = 0;
        for (int i = 0; i < track.size(); i++) {
            long start = track.startNanos(i);
            while (part < cuts.length && cuts[part] <= start) {
                firstEvents[++part][index] = i;
            }
            boolean open = track.isUnfinished(i);
            unfinished[part] += open ? 1 : 0;
            long end = start + track.durationNanos(i);
            if (part < cuts.length && cuts[part] < end) {
                int nameId = track.nameId(i);
                carry(
                        part,
                        new ContinuedEvent(
                                trace.eventId(index, i),
                                track.id(),
                                trace.name(nameId),
                                trace.kind(nameId),
                                start,
                                end - start,
                                open));
            }
        }
        while (part < parts) {
            firstEvents[++part][index] = track.size();
        }
    }

    private void cutSteps() {
        Arrays.fill(listed, 0);
        carryAgain(event -> !trace.ids().isOnTrack(event.id()));
        for (int i = 0; i < partOfStep.length; i++) {
            StepMark step = trace.steps().get(i);
            int at = Arrays.binarySearch(cuts, step.startNanos());
            partOfStep[i] = at < 0 ? -at - 1 : at + 1;
            carry(
                    partOfStep[i],
                    new ContinuedEvent(
                            trace.eventId(trace.tracks().size(), i),
                            step.trackId(),
                            step.name(),
                            EventKind.SCOPE,
                            step.startNanos(),
                            step.durationNanos(),
                            step.unfinished()));
        }
    }

    /** Tells some of what the trace itself continues, as a part, to the parts of it in which that is open. */
    private void carryAgain(Predicate<ContinuedEvent> which) {
        trace.part().stream()
                .flatMap(part -> part.continued().stream())
                .filter(which)
                .forEach(event -> {
                    list(0, event);
                    carry(0, event);
                });
    }

    /** Tells an event that begins in a part to all parts behind it in which it is open. */
    private void carry(int part, ContinuedEvent event) {
        for (int later = part;
                later < cuts.length && cuts[later] < event.startNanos() + event.durationNanos();
                later++) {
            list(later + 1, event);
        }
    }

    private void list(int part, ContinuedEvent event) {
        if (listed[part]++ < TracePart.MAX_CONTINUED) {
            continued.get(part).add(event);
        } else {
            leftOut[part]++;
        }
    }

    /** The place of the first of a part among things in the order of time, given how many of them are before a time. */
    private int first(int part, int size, LongToIntFunction countBefore) {
        if (part == 0) {
            return 0;
        }
        return part == parts ? size : countBefore.applyAsInt(cuts[part - 1]);
    }

    private Trace part(int part, int number, int count) {
        int[] firsts = firstEvents[part];
        int[] ends = firstEvents[part + 1];
        List<CounterTrack> counters = trace.counters().stream()
                .map(counter -> counter.slice(
                        first(part, counter.size(), counter::countBefore),
                        first(part + 1, counter.size(), counter::countBefore)))
                .toList();
        MemoryEvents memory = trace.memory();
        int firstMemory = first(part, memory.size(), memory::countBefore);
        MemoryEvents ofMemory = memory.slice(firstMemory, first(part + 1, memory.size(), memory::countBefore));
        StackSamples samples = trace.samples();
        StackSamples ofSamples = samples.slice(
                first(part, samples.size(), samples::countBefore),
                first(part + 1, samples.size(), samples::countBefore));
        int[] steps = IntStream.range(0, partOfStep.length)
                .filter(i -> partOfStep[i] == part)
                .toArray();
        Set<Long> named = named(continued.get(part), ofMemory, ofSamples, steps);
        int[] kept = IntStream.range(0, firsts.length)
                .filter(i -> firsts[i] < ends[i]
                        || named.contains(trace.tracks().get(i).id()))
                .toArray();
        List<Track> tracks = Arrays.stream(kept)
                .mapToObj(i -> trace.tracks().get(i).slice(firsts[i], ends[i]))
                .toList();
        long held = tracks.stream().mapToLong(Track::size).sum()
                + counters.stream().mapToLong(CounterTrack::size).sum()
                + ofMemory.size()
                + ofSamples.size();
        return new Trace(
                trace,
                new TracePart(number, count, trace.account(), continued.get(part), leftOut[part]),
                trace.ids().part(kept, firsts, steps, firstMemory),
                start(part),
                end(part),
                tracks,
                counters,
                ofMemory,
                ofSamples,
                Arrays.stream(steps).mapToObj(trace.steps()::get).toList(),
                account(part, held));
    }

    /** The tracks whose names a part needs though nothing begins on them there; there may be a million others. */
    private Set<Long> named(
            List<ContinuedEvent> continuedEvents, MemoryEvents memory, StackSamples samples, int[] steps) {
        Set<Long> ids = new HashSet<>();
        continuedEvents.forEach(event -> ids.add(event.trackId()));
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

    private ClockAnchor start(int part) {
        return part == 0
                ? trace.start()
                : anchor(Math.max(cuts[part - 1], trace.start().monotonicNanos()));
    }

    private ClockAnchor end(int part) {
        return part == cuts.length
                ? trace.end()
                : anchor(Math.max(
                        Math.min(cuts[part], trace.end().monotonicNanos()),
                        start(part).monotonicNanos()));
    }

    private ClockAnchor anchor(long nanos) {
        return new ClockAnchor(nanos, trace.start().toEpochNanos(nanos));
    }

    /** What was lost has no time: it is in the account of the part in which the window ends, and of no other. */
    private LossAccount account(int part, long held) {
        long end = trace.end().monotonicNanos();
        boolean atTheEnd = (part == 0 || cuts[part - 1] <= end) && (part == cuts.length || end < cuts[part]);
        LossAccount whole = trace.account();
        return new LossAccount(
                held + (atTheEnd ? whole.droppedTotal() : 0),
                held - unfinished[part],
                atTheEnd ? whole.dropped() : Map.of(),
                unfinished(part),
                atTheEnd ? whole.anomalies() : Map.of());
    }

    /**
     * Events do not say by which cause they are unfinished, so the causes are dealt out to the parts in their order.
     */
    private Map<UnfinishedCause, Long> unfinished(int part) {
        long begin = Arrays.stream(unfinished, 0, part).sum();
        long rest = unfinished[part];
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
