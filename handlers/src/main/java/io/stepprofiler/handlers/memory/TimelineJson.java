package io.stepprofiler.handlers.memory;

import com.fasterxml.jackson.core.JsonGenerator;
import io.stepprofiler.analysis.memory.CategoryNumber;
import io.stepprofiler.analysis.memory.MemoryChange;
import io.stepprofiler.analysis.memory.MemoryChange.TimelineAction;
import io.stepprofiler.analysis.memory.MemoryMoments;
import io.stepprofiler.analysis.memory.MemoryTimeline;
import java.io.IOException;

/**
 * The file of {@code export_memory_timeline} of PyTorch: {@code [times, sizes]}.
 *
 * <p>Times are whole microseconds since 1970; the first one stands for memory allocated before, and equals the time of
 * the first change. The sizes at a time are nine numbers: 0, the base line of the stacked chart, and the bytes in each
 * category in the order of {@link io.stepprofiler.event.MemoryCategory}.
 */
final class TimelineJson {
    private TimelineJson() {}

    static void write(MemoryTimeline timeline, JsonGenerator json) throws IOException {
        json.writeStartArray();
        json.writeStartArray();
        for (MemoryMoments sums = sums(timeline); sums.next(); ) {
            json.writeNumber(sums.isPreexisting() ? firstMicros(timeline) : sums.time());
        }
        json.writeEndArray();
        json.writeStartArray();
        for (MemoryMoments sums = sums(timeline); sums.next(); ) {
            json.writeStartArray();
            json.writeNumber(0);
            for (int category = 0; category < CategoryNumber.COUNT; category++) {
                json.writeNumber(sums.bytes(category));
            }
            json.writeEndArray();
        }
        json.writeEndArray();
        json.writeEndArray();
    }

    private static MemoryMoments sums(MemoryTimeline timeline) {
        return timeline.moments(nanos -> micros(timeline, nanos));
    }

    private static long firstMicros(MemoryTimeline timeline) {
        for (MemoryChange change : timeline.changes()) {
            if (change.action() != TimelineAction.PREEXISTING) {
                return micros(timeline, change.nanos());
            }
        }
        return micros(timeline, timeline.trace().start().monotonicNanos());
    }

    private static long micros(MemoryTimeline timeline, long nanos) {
        return epochNanos(timeline, nanos) / 1000;
    }

    /** Nanoseconds since 1970, at least 0, because files have no negative times. */
    static long epochNanos(MemoryTimeline timeline, long nanos) {
        return Math.max(timeline.trace().start().toEpochNanos(nanos), 0);
    }
}
