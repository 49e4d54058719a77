package io.stepprofiler.jvm;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.ActivitySink;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Distributes spans over lanes so that on each of them a span is inside another only if the same thread did both, and
 * none overlaps another in part: compilers work side by side, and one that seems to call the other would mislead.
 */
final class Lanes {
    /** Something that a thread did; of equal times the outer comes first. */
    record Span(long threadId, String name, long startNanos, long endNanos) {}

    private static final Comparator<Span> ORDER = Comparator.comparingLong(Span::startNanos)
            .thenComparing(Comparator.comparingLong(Span::endNanos).reversed());

    private final Map<Lane, List<Span>> spans = new EnumMap<>(Lane.class);

    void add(Lane lane, Span span) {
        spans.computeIfAbsent(lane, key -> new ArrayList<>()).add(span);
    }

    void addTo(ActivitySink sink) {
        spans.forEach((lane, unsorted) -> {
            unsorted.sort(ORDER);
            List<Deque<Span>> open = new ArrayList<>();
            for (Span span : unsorted) {
                sink.span(
                        lane.title(take(open, span)),
                        EventKind.VIRTUAL_MACHINE,
                        span.name,
                        span.startNanos,
                        span.endNanos - span.startNanos);
            }
        });
    }

    /** Puts a span on the first lane that has room for it; answers the number of that lane. */
    private static int take(List<Deque<Span>> open, Span span) {
        for (int number = 0; ; number++) {
            if (number == open.size()) {
                open.add(new ArrayDeque<>());
            }
            Deque<Span> lane = open.get(number);
            while (!lane.isEmpty() && lane.peek().endNanos <= span.startNanos && !isSame(lane.peek(), span)) {
                lane.pop();
            }
            if (lane.isEmpty() || isInside(span, lane.peek())) {
                lane.push(span);
                return number;
            }
        }
    }

    private static boolean isInside(Span inner, Span outer) {
        return inner.threadId == outer.threadId && inner.endNanos <= outer.endNanos;
    }

    /** Whether both are one moment of one thread. */
    private static boolean isSame(Span one, Span other) {
        return one.threadId == other.threadId && one.startNanos == other.startNanos && one.endNanos == other.endNanos;
    }
}
