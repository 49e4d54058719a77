package io.stepprofiler;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.Names;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentBuilder;
import io.stepprofiler.segment.ThreadSegment;
import io.stepprofiler.trace.TracePart;
import io.stepprofiler.trace.Track;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The events that are open where each segment of a history begins: a scope may outlast the segment that it began in,
 * which is given up before it. Of each thread that lives, as many as are shown of it.
 */
final class CarriedEvents {
    private record Key(long trackId, long index) {}

    private record Event(String trackName, String name, EventKind kind, String type, long startNanos) {}

    private record Begin(long nanos, Map<Key, Event> open) {}

    private final Deque<Begin> begins = new ArrayDeque<>();
    private Map<Key, Event> open = Map.of();

    /** Takes note of the next segment. */
    void add(Segment segment) {
        if (segment.isOfSource()) {
            return;
        }
        begins.add(new Begin(segment.start().monotonicNanos(), open));
        Map<Key, Event> after = new LinkedHashMap<>(open);
        segment.threads().forEach(thread -> add(thread, segment.names(), after));
        open = after;
    }

    private static void add(ThreadSegment thread, Names names, Map<Key, Event> after) {
        long id = thread.header().trackId();
        Track late = thread.late();
        for (int row = 0; row < late.size(); row++) {
            if (!late.isUnfinished(row)) {
                after.remove(new Key(id, thread.lateOf(row)));
            }
        }
        int[] rows = thread.header().open();
        if (thread.header().threadEnded()) {
            after.keySet().removeIf(key -> key.trackId == id);
        } else if (rows.length > 0) {
            long room = TracePart.MAX_CONTINUED
                    - after.keySet().stream().filter(key -> key.trackId == id).count();
            Track events = thread.events();
            for (int i = 0; i < Math.min(rows.length, room); i++) {
                int name = events.nameId(rows[i]);
                EventKind kind = names.kind(name);
                after.put(
                        new Key(id, thread.header().firstIndex() + rows[i]),
                        new Event(
                                thread.header().trackName(),
                                names.name(name),
                                kind,
                                kind.isAsync() ? names.domain(name) : names.moduleType(name),
                                events.startNanos(rows[i])));
            }
        }
    }

    /** Forgets what was open where segments begin that have been given up. */
    void discardBefore(long nanos) {
        while (!begins.isEmpty() && begins.element().nanos < nanos) {
            begins.remove();
        }
    }

    /** What is open where a segment begins, as segments that come before it: each has one event of a thread. */
    List<Segment> before(Segment first) {
        return begins.stream()
                .filter(begin -> begin.nanos == first.start().monotonicNanos())
                .findFirst()
                .map(begin -> layers(first, begin.open))
                .orElse(List.of());
    }

    private static List<Segment> layers(Segment first, Map<Key, Event> open) {
        List<SegmentBuilder> layers = new ArrayList<>();
        Map<Long, Integer> depths = new HashMap<>();
        open.forEach((key, event) -> {
            int depth = depths.merge(key.trackId, 1, Integer::sum);
            if (depth > layers.size()) {
                layers.add(new SegmentBuilder(first.start(), first.start()));
            }
            SegmentBuilder layer = layers.get(depth - 1);
            int name = layer.beside().nameId(event.name, event.kind, event.type);
            layer.thread(key.trackId, event.trackName, key.index).events().add(name, event.startNanos, 0);
            layer.thread(key.trackId, event.trackName, key.index).events().unfinished(0);
        });
        return layers.stream().map(SegmentBuilder::build).toList();
    }
}
