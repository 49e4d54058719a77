package io.stepprofiler.handlers.memory;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/**
 * The file of {@code export_memory_timeline} of PyTorch: {@code [times, sizes]}.
 *
 * <p>Times are whole microseconds since 1970; the first stands for what was there before, and is that of the first
 * change. The sizes of a time are nine numbers: 0, which is the line the stack stands on, and the bytes in each category
 * in the order of {@link io.stepprofiler.trace.MemoryCategory}.
 */
final class TimelineJson {
    private TimelineJson() {}

    static void write(MemoryTimeline timeline, JsonGenerator json) throws IOException {
        json.writeStartArray();
        json.writeStartArray();
        for (RunningSums sums = sums(timeline); sums.next(); ) {
            json.writeNumber(sums.isPreexisting() ? firstMicros(timeline) : sums.time());
        }
        json.writeEndArray();
        json.writeStartArray();
        for (RunningSums sums = sums(timeline); sums.next(); ) {
            json.writeStartArray();
            json.writeNumber(0);
            for (int category = 0; category < RunningSums.CATEGORIES; category++) {
                json.writeNumber(sums.bytes(category));
            }
            json.writeEndArray();
        }
        json.writeEndArray();
        json.writeEndArray();
    }

    private static RunningSums sums(MemoryTimeline timeline) {
        return new RunningSums(timeline.rows(), nanos -> micros(timeline, nanos));
    }

    private static long firstMicros(MemoryTimeline timeline) {
        TimelineRows rows = timeline.rows();
        for (int row = 0; row < rows.size(); row++) {
            if (!rows.isPreexisting(row)) {
                return micros(timeline, rows.nanos(row));
            }
        }
        return micros(timeline, timeline.trace().start().monotonicNanos());
    }

    private static long micros(MemoryTimeline timeline, long nanos) {
        return timeline.epochNanos(nanos) / 1000;
    }
}
