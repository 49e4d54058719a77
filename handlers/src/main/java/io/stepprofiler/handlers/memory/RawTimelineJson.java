package io.stepprofiler.handlers.memory;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/**
 * The raw file of {@code export_memory_timeline} of PyTorch: a list of {@code [time, action, bytes, category]}.
 *
 * <p>Times are nanoseconds since 1970, or -1 for what was there before; actions are numbered as in
 * {@link TimelineAction}; bytes are negative where they leave their category. A new version leaves its old category, and
 * comes to the new one, in two rows.
 */
final class RawTimelineJson {
    private RawTimelineJson() {}

    static void write(MemoryTimeline timeline, JsonGenerator json) throws IOException {
        TimelineRows rows = timeline.rows();
        json.writeStartArray();
        for (int row = 0; row < rows.size(); row++) {
            long time = rows.isPreexisting(row) ? -1 : timeline.epochNanos(rows.nanos(row));
            if (rows.takes(row)) {
                write(json, time, rows.action(row), -rows.bytes(row), rows.before(row));
            }
            if (rows.gives(row)) {
                write(json, time, rows.action(row), rows.bytes(row), rows.after(row));
            }
        }
        json.writeEndArray();
    }

    private static void write(JsonGenerator json, long time, TimelineAction action, long bytes, int category)
            throws IOException {
        json.writeStartArray();
        json.writeNumber(time);
        json.writeNumber(action.code());
        json.writeNumber(bytes);
        json.writeNumber(category);
        json.writeEndArray();
    }
}
