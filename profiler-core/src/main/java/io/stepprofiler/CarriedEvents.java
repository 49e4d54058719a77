package io.stepprofiler;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.Names;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentBuilder;
import io.stepprofiler.segment.ThreadSegment;
import io.stepprofiler.segment.ThreadSegmentBuilder;
import io.stepprofiler.trace.TracePart;
import io.stepprofiler.trace.Track;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The events of a history that were open at the end of a segment: scopes may outlast the segment that they began in,
 * which is given up before them, and tasks may outlast their thread. Of each thread the first
 * {@value TracePart#MAX_CONTINUED} that are open, as many as are shown; others are counted.
 */
final class CarriedEvents {
    /** In place of a thread, for tasks that nobody can end any more. */
    private static final long FORGOTTEN = Long.MIN_VALUE;

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

    /** Threads that have ended, in that order, which have tasks among the open events. */
    private final Set<Long> endedThreads = new LinkedHashSet<>();

    private int tasksOfEnded;

    private final Deque<Ended> ended = new ArrayDeque<>();

    /** Those that are not among the first of their thread. */
    private final CountedEvents others = new CountedEvents();

    /** Takes note of the next segment. */
    void add(Segment segment) {
        for (ThreadSegment thread : segment.threads()) {
            end(thread, segment);
            if (thread.header().open().length > 0) {
                begin(thread, segment);
            }
            if (thread.header().threadEnded()) {
                endThread(thread.header().trackId(), segment);
            }
        }
    }

    private void end(ThreadSegment thread, Segment segment) {
        long id = thread.header().trackId();
        if (!open.containsKey(id) && !others.hasAnyOf(id)) {
            return;
        }
        Map<Long, Event> ofThread = open.getOrDefault(id, Map.of());
        Track late = thread.late();
        for (int row = 0; row < late.size(); row++) {
            if (late.isUnfinished(row)) {
                continue;
            }
            Event event = ofThread.isEmpty() ? null : ofThread.remove(thread.lateOf(row));
            if (event != null) {
                ended.add(new Ended(event, segment.start().monotonicNanos()));
                tasksOfEnded -= endedThreads.contains(id) ? 1 : 0;
            } else {
                others.end(id, thread.lateOf(row), segment.start().monotonicNanos() + late.durationNanos(row));
            }
        }
        forgetIfEmpty(id);
    }

    private void begin(ThreadSegment thread, Segment segment) {
        long id = thread.header().trackId();
        Map<Long, Event> ofThread = open.computeIfAbsent(id, key -> new LinkedHashMap<>());
        Names names = segment.names();
        Track events = thread.events();
        int further = 0;
        for (int row : thread.header().open()) {
            int name = events.nameId(row);
            EventKind kind = names.kind(name);
            if (thread.header().threadEnded() && !kind.isAsync()) {
                continue;
            }
            if (ofThread.size() == TracePart.MAX_CONTINUED) {
                further++;
                continue;
            }
            long index = thread.header().firstIndex() + row;
            tasksOfEnded += endedThreads.contains(id) ? 1 : 0;
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
        others.begin(id, thread.header().firstIndex(), segment.start().monotonicNanos(), further);
        forgetIfEmpty(id);
    }

    /** Ends what its thread alone could end. */
    private void endThread(long id, Segment segment) {
        others.endThread(id, segment.end().monotonicNanos());
        Map<Long, Event> ofThread = open.get(id);
        if (ofThread == null || endedThreads.contains(id)) {
            return;
        }
        ofThread.values().removeIf(event -> {
            boolean ends = !event.kind.isAsync();
            if (ends) {
                ended.add(new Ended(event, segment.start().monotonicNanos()));
            }
            return ends;
        });
        endedThreads.add(id);
        tasksOfEnded += ofThread.size();
        forgetIfEmpty(id);
        // As the reader forgets them: no end of them will be told.
        while (tasksOfEnded > LeftTasks.MOST) {
            forgetThread(endedThreads.iterator().next(), segment);
        }
    }

    private void forgetThread(long id, Segment segment) {
        Map<Long, Event> ofThread = open.remove(id);
        endedThreads.remove(id);
        if (ofThread != null) {
            tasksOfEnded -= ofThread.size();
            others.begin(FORGOTTEN, 0, segment.start().monotonicNanos(), ofThread.size());
        }
    }

    private void forgetIfEmpty(long id) {
        Map<Long, Event> ofThread = open.get(id);
        if (ofThread != null && ofThread.isEmpty()) {
            open.remove(id);
            endedThreads.remove(id);
        }
    }

    /** Forgets what ended in segments that begin before some instant, and have been given up. */
    void discardBefore(long nanos) {
        while (!ended.isEmpty() && ended.element().segmentNanos < nanos) {
            ended.remove();
        }
        others.discardBefore(nanos);
    }

    /** How many more were open at an instant than those {@link #before} a segment, which began before it. */
    long othersAt(long nanos, Segment first) {
        return others.openAt(nanos, first.start().monotonicNanos());
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

    private void add(Event event, SegmentBuilder layer) {
        int name = layer.beside().nameId(event.name, event.kind, event.type);
        ThreadSegmentBuilder thread = layer.thread(event.trackId, event.trackName, event.index);
        thread.thread(event.trackName, endedThreads.contains(event.trackId));
        TrackBuilder events = thread.events();
        events.unfinished(events.add(name, event.startNanos, 0));
    }
}
