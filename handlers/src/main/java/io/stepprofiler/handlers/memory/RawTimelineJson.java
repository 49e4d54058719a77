package io.stepprofiler.handlers.memory;

import com.fasterxml.jackson.core.JsonGenerator;
import io.stepprofiler.analysis.memory.CategoryNumber;
import io.stepprofiler.analysis.memory.MemoryChange;
import io.stepprofiler.analysis.memory.MemoryChange.TimelineAction;
import io.stepprofiler.analysis.memory.MemoryTimeline;
import java.io.IOException;

/**
 * The raw file of {@code export_memory_timeline} of PyTorch: a list of {@code [time, action, bytes, category]}.
 *
 * <p>Times are nanoseconds since 1970, or -1 for memory allocated before; actions are numbered as in {@link
 * TimelineAction}; bytes are negative if they leave their category. A new version has two rows: it leaves its old
 * category and enters the new one.
 */
final class RawTimelineJson {
    private RawTimelineJson() {}

    static void write(MemoryTimeline timeline, JsonGenerator json) throws IOException {
        json.writeStartArray();
        for (MemoryChange change : timeline.changes()) {
            TimelineAction action = change.action();
            long time = action == TimelineAction.PREEXISTING ? -1 : TimelineJson.epochNanos(timeline, change.nanos());
            if (action == TimelineAction.INCREMENT_VERSION || action == TimelineAction.DESTROY) {
                write(json, time, action, -change.bytes(), CategoryNumber.of(change.before()));
            }
            if (action != TimelineAction.DESTROY) {
                write(json, time, action, change.bytes(), CategoryNumber.of(change.after()));
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
