package io.stepprofiler.jvm;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;
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
 *
 * <p>Spans come piece by piece. Within a piece they are put in order; one that began before spans of earlier pieces is
 * compared with these.
 */
final class Lanes {
    /** Something that a thread did; of equal times the outer comes first. */
    record Span(long threadId, String name, long startNanos, long endNanos, SpanDetails details) {
        Span(long threadId, String name, long startNanos, long endNanos) {
            this(threadId, name, startNanos, endNanos, SpanDetails.NONE);
        }

        private boolean isApartFrom(Span other) {
            return endNanos <= other.startNanos || other.endNanos <= startNanos;
        }

        private boolean encloses(Span other) {
            return threadId == other.threadId && startNanos <= other.startNanos && other.endNanos <= endNanos;
        }

        /** Whether both are one moment of one thread. */
        private boolean isSameAs(Span other) {
            return threadId == other.threadId && startNanos == other.startNanos && endNanos == other.endNanos;
        }
    }

    private static final Comparator<Span> ORDER = Comparator.comparingLong(Span::startNanos)
            .thenComparing(Comparator.comparingLong(Span::endNanos).reversed());

    private final Map<Lane, List<Span>> spans = new EnumMap<>(Lane.class);
    private final Map<Lane, List<Numbered>> numbered = new EnumMap<>(Lane.class);
    private final Attributes attributes = new Attributes();

    void add(Lane lane, Span span) {
        spans.computeIfAbsent(lane, key -> new ArrayList<>()).add(span);
    }

    /** Adds the spans of a piece. */
    void addTo(ActivitySink sink) {
        spans.forEach((lane, unsorted) -> {
            unsorted.sort(ORDER);
            List<Numbered> ofLane = numbered.computeIfAbsent(lane, key -> new ArrayList<>());
            for (Span span : unsorted) {
                sink.span(
                        lane.title(take(ofLane, span)),
                        EventKind.VIRTUAL_MACHINE,
                        span.name,
                        span.startNanos,
                        span.endNanos - span.startNanos,
                        span.details.putInto(attributes));
            }
            ofLane.forEach(Numbered::endPiece);
        });
        spans.clear();
    }

    /** Puts a span on the first lane that has room for it; answers the number of that lane. */
    private static int take(List<Numbered> lanes, Span span) {
        for (int number = 0; ; number++) {
            if (number == lanes.size()) {
                lanes.add(new Numbered());
            }
            if (lanes.get(number).take(span)) {
                return number;
            }
        }
    }

    /** One of several lanes for the same. */
    private static final class Numbered {
        /** With so many spans of earlier pieces one is compared at most. */
        private static final int MAX_REMEMBERED = 1000;

        /** Spans of this piece, each inside the one below. */
        private final Deque<Span> open = new ArrayDeque<>();

        /** Spans that are inside no other of their piece: those of this one, and the last of those before. */
        private final List<Span> outermost = new ArrayList<>();

        private final Deque<Span> before = new ArrayDeque<>();
        /** When the last span of an earlier piece ended, and the last that is not remembered. */
        private long endedNanos = Long.MIN_VALUE;

        private long forgottenNanos = Long.MIN_VALUE;

        boolean take(Span span) {
            while (!open.isEmpty()
                    && open.peek().endNanos <= span.startNanos
                    && !open.peek().isSameAs(span)) {
                open.pop();
            }
            boolean hasRoom = (open.isEmpty() || open.peek().encloses(span)) && fitsAmongEarlier(span);
            if (hasRoom) {
                if (open.isEmpty()) {
                    outermost.add(span);
                }
                open.push(span);
            }
            return hasRoom;
        }

        private boolean fitsAmongEarlier(Span span) {
            return span.startNanos >= endedNanos
                    || (span.startNanos >= forgottenNanos
                            && before.stream().allMatch(other -> span.isApartFrom(other) || span.encloses(other)));
        }

        void endPiece() {
            for (Span span : outermost) {
                endedNanos = Math.max(endedNanos, span.endNanos);
                before.add(span);
                if (before.size() > MAX_REMEMBERED) {
                    forgottenNanos = Math.max(forgottenNanos, before.remove().endNanos);
                }
            }
            outermost.clear();
            open.clear();
        }
    }
}
