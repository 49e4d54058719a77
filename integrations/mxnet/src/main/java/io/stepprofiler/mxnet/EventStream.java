package io.stepprofiler.mxnet;

import io.stepprofiler.event.Names;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentCounts;
import io.stepprofiler.segment.SourceTrack;
import io.stepprofiler.segment.ThreadSegment;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Makes events of the segments of windows: keeps those that are open until a later segment tells their ends. For one
 * thread at a time.
 */
final class EventStream {
    /** Where the ids of lanes begin: above those of threads, within the 32 bits that viewers read. */
    private static final long FIRST_LANE = 1L << 30;

    private final EventTaker taker;
    private final Map<Long, Map<Long, Occurrence>> open = new LinkedHashMap<>();
    private final Map<String, Long> lanes = new HashMap<>();
    private SegmentCounts endedWindows = SegmentCounts.ZERO;
    private SegmentCounts window = SegmentCounts.ZERO;

    EventStream(EventTaker taker) {
        this.taker = taker;
    }

    /** Takes the next segment of the window. */
    void add(Segment segment) {
        window = segment.after();
        Names names = segment.names();
        for (ThreadSegment thread : segment.threads()) {
            addThread(thread, names, segment.start().monotonicNanos());
        }
        for (SourceTrack track : segment.sourceTracks()) {
            ThreadSegment events = track.events();
            String name = events.header().trackName();
            long id = track.isThread() ? events.header().trackId() : lane(name);
            addReported(id, name, events.events(), names);
        }
        segment.counters().forEach(taker::counter);
        segment.memory().forEach(taker::memory);
        segment.steps().stream().filter(step -> !step.unfinished()).forEach(taker::step);
    }

    private void addThread(ThreadSegment thread, Names names, long segmentStart) {
        long id = thread.header().trackId();
        taker.track(id, thread.header().trackName());
        Function<Integer, Subject> subjects = subjects(names, false);
        addLate(id, thread, segmentStart);
        Track events = thread.events();
        for (int i = 0; i < events.size(); i++) {
            Occurrence event = occurrence(id, events, i, subjects);
            if (event.unfinished()) {
                open.computeIfAbsent(id, created -> new LinkedHashMap<>())
                        .put(thread.header().firstIndex() + i, event);
            } else {
                taker.event(event);
            }
        }
        if (thread.header().threadEnded()) {
            // Another thread may still end a task.
            giveUp(id, thread.header().lastNanos(), event -> !event.isAsync());
        }
    }

    private void addLate(long id, ThreadSegment thread, long segmentStart) {
        Track late = thread.late();
        Map<Long, Occurrence> ofThread = open.getOrDefault(id, Map.of());
        for (int row = 0; row < late.size(); row++) {
            Occurrence begun = ofThread.get(thread.lateOf(row));
            if (begun != null) {
                Map<String, Object> arguments = new LinkedHashMap<>(begun.arguments());
                arguments.putAll(late.arguments(row));
                Occurrence known = new Occurrence(
                        id,
                        begun.subject(),
                        begun.startNanos(),
                        begun.durationNanos(),
                        begun.isAsync() || late.isAsync(row),
                        true,
                        arguments);
                if (late.isUnfinished(row)) {
                    ofThread.put(thread.lateOf(row), known);
                } else {
                    ofThread.remove(thread.lateOf(row));
                    taker.event(known.until(segmentStart + late.durationNanos(row), true));
                }
            }
        }
    }

    private void addReported(long id, String name, Track events, Names names) {
        taker.track(id, name);
        Function<Integer, Subject> subjects = subjects(names, true);
        for (int i = 0; i < events.size(); i++) {
            taker.event(occurrence(id, events, i, subjects));
        }
    }

    private static Occurrence occurrence(long id, Track events, int index, Function<Integer, Subject> subjects) {
        return new Occurrence(
                id,
                subjects.apply(events.nameId(index)),
                events.startNanos(index),
                events.durationNanos(index),
                events.isAsync(index),
                events.isUnfinished(index),
                events.hasArguments() ? events.arguments(index) : Map.of());
    }

    /** Each name of a table as a subject, made once. */
    private static Function<Integer, Subject> subjects(Names names, boolean isOfSource) {
        Subject[] made = new Subject[names.nameCount()];
        return id -> {
            Subject known = made[id];
            if (known == null) {
                known = Subject.of(names, id, isOfSource);
                made[id] = known;
            }
            return known;
        };
    }

    private long lane(String name) {
        return lanes.computeIfAbsent(name, created -> FIRST_LANE + lanes.size());
    }

    /** Takes what activity sources delivered after the end of the window. */
    void addRest(Trace trace) {
        for (Track track : trace.tracks()) {
            long id = track.isThread() ? track.id() : lane(track.name());
            addReported(id, track.name(), track, trace);
        }
        trace.counters().forEach(taker::counter);
        IntStream.range(0, trace.memory().size())
                .mapToObj(trace.memory()::event)
                .forEach(taker::memory);
        endedWindows = endedWindows.plus(
                trace.account().begun(),
                trace.account().dropped(),
                trace.account().anomalies());
    }

    /** Ends the window: what is open will never be told to end. */
    void endWindow(long nanos) {
        List.copyOf(open.keySet()).forEach(id -> giveUp(id, nanos, event -> true));
        endedWindows = counted();
        window = SegmentCounts.ZERO;
    }

    private void giveUp(long id, long nanos, Predicate<Occurrence> which) {
        Map<Long, Occurrence> ofThread = open.get(id);
        if (ofThread == null) {
            return;
        }
        List<Occurrence> left = ofThread.values().stream().filter(which).toList();
        ofThread.values().removeIf(which);
        if (ofThread.isEmpty()) {
            open.remove(id);
        }
        left.forEach(event -> taker.event(event.until(nanos, false)));
    }

    /** The events that are open, outer ones of a thread before inner ones. */
    Stream<Occurrence> open() {
        return new ArrayList<>(open.values()).stream().flatMap(each -> each.values().stream());
    }

    /** Those of one thread. */
    Stream<Occurrence> open(long trackId) {
        return open.getOrDefault(trackId, Map.of()).values().stream();
    }

    /** What was counted in all windows so far. */
    SegmentCounts counted() {
        return endedWindows.plus(window.begun(), window.dropped(), window.anomalies());
    }
}
