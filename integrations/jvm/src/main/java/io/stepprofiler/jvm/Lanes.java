package io.stepprofiler.jvm;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;
import io.stepprofiler.source.SpanReport;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Assigns spans to lanes so that a span is nested in another only if both are of one thread, and no spans overlap in
 * part: compilers work concurrently, and must not seem to call each other.
 *
 * <p>Spans arrive in parts of the window. Within a part they are sorted; a span that began before spans of earlier
 * parts is compared with these.
 */
final class Lanes {
    /** Activity of a thread; of spans with equal times, the outer comes first. */
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

        /** True if thread, start and end are equal. */
        private boolean isSameAs(Span other) {
            return threadId == other.threadId && startNanos == other.startNanos && endNanos == other.endNanos;
        }
    }

    private static final Comparator<Span> ORDER = Comparator.comparingLong(Span::startNanos)
            .thenComparing(Comparator.comparingLong(Span::endNanos).reversed());

    private final Map<Lane, List<Span>> spans = new EnumMap<>(Lane.class);
    private final Map<Lane, List<Numbered>> numbered = new EnumMap<>(Lane.class);
    private final SpanReport report = new SpanReport();
    private final Attributes attributes = new Attributes();

    void add(Lane lane, Span span) {
        spans.computeIfAbsent(lane, key -> new ArrayList<>()).add(span);
    }

    /** Adds the spans of a part to a sink. */
    void addTo(ActivitySink sink) {
        spans.forEach((lane, unsorted) -> {
            unsorted.sort(ORDER);
            List<Numbered> ofLane = numbered.computeIfAbsent(lane, key -> new ArrayList<>());
            for (Span span : unsorted) {
                sink.span(report.onLane(lane.title(take(ofLane, span)))
                        .named(span.name, span.startNanos, span.endNanos - span.startNanos)
                        .kind(EventKind.VIRTUAL_MACHINE)
                        .attributes(span.details.putInto(attributes)));
            }
            ofLane.forEach(Numbered::endPiece);
        });
        spans.clear();
    }

    /** Puts a span on the first lane that has room for it, and returns the number of the lane. */
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

    /** One of the numbered lanes for one kind of activity. */
    private static final class Numbered {
        /** Maximum number of spans of earlier parts to compare with. */
        private static final int MAX_REMEMBERED = 1000;

        /** Open spans of this part, each nested in the one below. */
        private final Deque<Span> open = new ArrayDeque<>();

        /** Outermost spans of this part; {@link #before} has the last ones of earlier parts. */
        private final List<Span> outermost = new ArrayList<>();

        private final Deque<Span> before = new ArrayDeque<>();
        /** Latest end of spans of earlier parts; {@link #forgottenNanos} is the latest end of dropped ones. */
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
