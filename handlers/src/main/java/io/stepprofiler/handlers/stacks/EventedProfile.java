package io.stepprofiler.handlers.stacks;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.rows.NameKinds;
import io.stepprofiler.nesting.OpenEvents;
import io.stepprofiler.trace.Track;
import java.io.IOException;

/**
 * Writes events as the beginnings and ends of frames, each inside the one before it: an event that reaches beyond the
 * end of the one it began in is cut there.
 */
final class EventedProfile {
    private static final SerializableString TYPE = new SerializedString("type");
    private static final SerializableString FRAME = new SerializedString("frame");
    private static final SerializableString AT = new SerializedString("at");
    private static final SerializableString OPEN = new SerializedString("O");
    private static final SerializableString CLOSE = new SerializedString("C");

    private final NameKinds kinds;
    private final FrameTable frames;
    private final JsonGenerator json;
    private final long origin;
    private final ExportMeter meter;
    /** The open events by their frames. */
    private final OpenEvents open = new OpenEvents();

    private long last;
    private long cut;
    private long cutNanos;

    EventedProfile(NameKinds kinds, FrameTable frames, JsonGenerator json, long origin, ExportMeter meter) {
        this.kinds = kinds;
        this.frames = frames;
        this.json = json;
        this.origin = origin;
        this.meter = meter;
    }

    /** Writes the array of a track's events that are frames, those that ended on another thread or the others. */
    void write(Track track, boolean async) throws IOException {
        last = origin;
        json.writeStartArray();
        for (int i = 0; i < track.size(); i++) {
            if (track.isAsync(i) == async && !kinds.isUnnested(track.nameId(i))) {
                long start = track.startNanos(i);
                closeUntil(start);
                open(frame(track, i), start, start + track.durationNanos(i));
                meter.add(1);
            }
        }
        closeUntil(Long.MAX_VALUE);
        json.writeEndArray();
    }

    /** What has no known end is drawn to that of the window, which is no time that it took: it is not added to others. */
    private int frame(Track track, int event) {
        return track.isUnfinished(event)
                ? frames.named(track.eventName(event) + " (unfinished)")
                : frames.ofEvent(track.nameId(event));
    }

    /** The time of the last beginning or end that was written for the present track. */
    long last() {
        return last;
    }

    /** Number of events that were cut. */
    long cut() {
        return cut;
    }

    /** By how much they were cut in all. */
    long cutNanos() {
        return cutNanos;
    }

    private void open(int frame, long start, long end) throws IOException {
        long fitting = open.depth() == 0 ? end : Math.min(end, open.innermostEnd());
        if (fitting < end) {
            cut++;
            cutNanos += end - fitting;
        }
        open.begin(frame, start, fitting);
        write(OPEN, frame, start);
    }

    private void closeUntil(long time) throws IOException {
        while (open.depth() > 0 && open.innermostEnd() <= time) {
            int frame = open.innermost();
            long end = open.innermostEnd();
            open.close();
            write(CLOSE, frame, end);
        }
    }

    private void write(SerializableString type, int frame, long time) throws IOException {
        last = time;
        json.writeStartObject();
        json.writeFieldName(TYPE);
        json.writeString(type);
        json.writeFieldName(FRAME);
        json.writeNumber(frame);
        json.writeFieldName(AT);
        json.writeNumber(time - origin);
        json.writeEndObject();
    }
}
