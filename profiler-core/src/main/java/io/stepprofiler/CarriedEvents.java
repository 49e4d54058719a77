package io.stepprofiler;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.Names;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentBuilder;
import io.stepprofiler.segment.ThreadSegment;
import io.stepprofiler.trace.TracePart;
import io.stepprofiler.trace.Track;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The events of a history that were open at the end of a segment: scopes may outlast the segment that they began in,
 * which is given up before them. Of each thread that lives, the first {@value TracePart#MAX_CONTINUED} that are open, as
 * many as are shown; others are not counted.
 */
final class CarriedEvents {
    /**
     * An event that outlasted its segment.
     *
     * @param index its number among all events of its thread in the window
     * @param segmentNanos when its segment begins
     */
    private record Event(
            long trackId,
            String trackName,
            long index,
            long segmentNanos,
            String name,
            EventKind kind,
            String type,
            long startNanos) {}

    /** An event that was open until some instant in the segment that begins then. */
    private record Ended(Event event, long segmentNanos) {}

    /** By thread and index. */
    private final Map<Long, Map<Long, Event>> open = new HashMap<>();

    private final Deque<Ended> ended = new ArrayDeque<>();

    /** Takes note of the next segment. */
    void add(Segment segment) {
        for (ThreadSegment thread : segment.threads()) {
            end(thread, segment);
            if (!thread.header().threadEnded() && thread.header().open().length > 0) {
                begin(thread, segment);
            }
        }
    }

    private void end(ThreadSegment thread, Segment segment) {
        long id = thread.header().trackId();
        Map<Long, Event> ofThread = open.get(id);
        if (ofThread == null) {
            return;
        }
        Track late = thread.late();
        for (int row = 0; row < late.size(); row++) {
            Event event = late.isUnfinished(row) ? null : ofThread.remove(thread.lateOf(row));
            if (event != null) {
                ended.add(new Ended(event, segment.start().monotonicNanos()));
            }
        }
        if (thread.header().threadEnded()) {
            ofThread.values()
                    .forEach(event -> ended.add(new Ended(event, segment.start().monotonicNanos())));
            ofThread.clear();
        }
        if (ofThread.isEmpty()) {
            open.remove(id);
        }
    }

    private void begin(ThreadSegment thread, Segment segment) {
        long id = thread.header().trackId();
        Map<Long, Event> ofThread = open.computeIfAbsent(id, key -> new LinkedHashMap<>());
        Names names = segment.names();
        Track events = thread.events();
        for (int row : thread.header().open()) {
            if (ofThread.size() == TracePart.MAX_CONTINUED) {
                return;
            }
            int name = events.nameId(row);
            EventKind kind = names.kind(name);
            long index = thread.header().firstIndex() + row;
            ofThread.put(
                    index,
                    new Event(
                            id,
                            thread.header().trackName(),
                            index,
                            segment.start().monotonicNanos(),
                            names.name(name),
                            kind,
                            kind.isAsync() ? names.domain(name) : names.moduleType(name),
                            events.startNanos(row)));
        }
    }

    /** Forgets what ended in segments that begin before some instant, and have been given up. */
    void discardBefore(long nanos) {
        while (!ended.isEmpty() && ended.element().segmentNanos < nanos) {
            ended.remove();
        }
    }

    /** What was open where a segment begins, as segments that come before it: each has one event of a thread. */
    List<Segment> before(Segment first) {
        long nanos = first.start().monotonicNanos();
        List<SegmentBuilder> layers = new ArrayList<>();
        Map<Long, Integer> depths = new HashMap<>();
        Stream.concat(
                        ended.stream().filter(end -> end.segmentNanos >= nanos).map(Ended::event),
                        open.values().stream().flatMap(ofThread -> ofThread.values().stream()))
                .filter(event -> event.segmentNanos < nanos)
                .sorted(Comparator.comparingLong(Event::index))
                .forEach(event -> {
                    int depth = depths.merge(event.trackId, 1, Integer::sum);
                    if (depth > layers.size()) {
                        layers.add(new SegmentBuilder(first.start(), first.start()));
                    }
                    add(event, layers.get(depth - 1));
                });
        return layers.stream().map(SegmentBuilder::build).toList();
    }

    private static void add(Event event, SegmentBuilder layer) {
        int name = layer.beside().nameId(event.name, event.kind, event.type);
        TrackBuilder events =
                layer.thread(event.trackId, event.trackName, event.index).events();
        events.unfinished(events.add(name, event.startNanos, 0));
    }
}
