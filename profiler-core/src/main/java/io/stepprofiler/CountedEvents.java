package io.stepprofiler;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * How many events of threads were open at the end of the segments in which they began. Which ones it were is not known,
 * so that a million that nobody ends take no memory.
 */
final class CountedEvents {
    /** So many of the events of a thread in the segments from one on. */
    private record Begun(long segmentNanos, int count) {}

    private record Ended(long segmentNanos, int count, long nanos) {}

    /** By thread, and by the index of the first event of the segment. */
    private final Map<Long, NavigableMap<Long, Begun>> open = new HashMap<>();

    private final Deque<Ended> ended = new ArrayDeque<>();

    /** Counts open events of a thread in a segment. */
    void begin(long thread, long firstIndex, long segmentNanos, int count) {
        if (count > 0) {
            open.computeIfAbsent(thread, key -> new TreeMap<>())
                    .merge(firstIndex, new Begun(segmentNanos, count), CountedEvents::together);
        }
    }

    private static Begun together(Begun earlier, Begun later) {
        return new Begun(earlier.segmentNanos, earlier.count + later.count);
    }

    /** Whether any of a thread are open. */
    boolean hasAnyOf(long thread) {
        return open.containsKey(thread);
    }

    /** Takes note of the end of an event, if its thread has any here. */
    void end(long thread, long index, long nanos) {
        NavigableMap<Long, Begun> ofThread = open.get(thread);
        Map.Entry<Long, Begun> entry = ofThread == null ? null : ofThread.floorEntry(index);
        if (ofThread == null || entry == null) {
            return;
        }
        Begun begun = entry.getValue();
        ended.add(new Ended(begun.segmentNanos, 1, nanos));
        if (begun.count > 1) {
            ofThread.put(entry.getKey(), new Begun(begun.segmentNanos, begun.count - 1));
        } else {
            ofThread.remove(entry.getKey());
        }
        if (ofThread.isEmpty()) {
            open.remove(thread);
        }
    }

    /** Ends all of a thread. */
    void endThread(long thread, long nanos) {
        NavigableMap<Long, Begun> ofThread = open.remove(thread);
        if (ofThread != null) {
            ofThread.values().forEach(begun -> ended.add(new Ended(begun.segmentNanos, begun.count, nanos)));
        }
    }

    /** Tells what began, and what ended, before an instant no longer apart: segments before it have been given up. */
    void discardBefore(long nanos) {
        while (!ended.isEmpty() && ended.element().nanos < nanos) {
            ended.remove();
        }
        open.values().forEach(ofThread -> join(ofThread, nanos));
    }

    private static void join(NavigableMap<Long, Begun> ofThread, long nanos) {
        Map.Entry<Long, Begun> first = ofThread.firstEntry();
        Begun joined = null;
        for (Iterator<Begun> each = ofThread.values().iterator(); each.hasNext(); ) {
            Begun begun = each.next();
            if (begun.segmentNanos >= nanos) {
                break;
            }
            joined = joined == null ? begun : together(joined, begun);
            each.remove();
        }
        if (joined != null) {
            ofThread.put(first.getKey(), joined);
        }
    }

    /** How many were open at an instant of those that began in segments before {@code segmentNanos}. */
    long openAt(long nanos, long segmentNanos) {
        return open.values().stream()
                        .flatMap(ofThread -> ofThread.values().stream())
                        .filter(begun -> begun.segmentNanos < segmentNanos)
                        .mapToLong(Begun::count)
                        .sum()
                + ended.stream()
                        .filter(end -> end.segmentNanos < segmentNanos && end.nanos > nanos)
                        .mapToLong(Ended::count)
                        .sum();
    }
}
