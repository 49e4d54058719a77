package io.stepprofiler.handlers.xplane;

import io.stepprofiler.handlers.rows.ModulePaths;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.wire.RowNumbers;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** One plane of the file: its lines, then the metadata and texts to which their events refer. */
final class Plane {
    private static final long PICOS_A_NANO = 1000;
    private static final long MAX_NANOS = Long.MAX_VALUE / PICOS_A_NANO;

    final Dictionary dictionary = new Dictionary();
    final EventTable events;

    private final long id;
    private final String name;
    private final long base;
    private final Map<String, Long> lineIds = new HashMap<>();

    /** A plane of events whose times are distances from a base time in nanoseconds. */
    Plane(long id, String name, Trace trace, ModulePaths paths, long base) {
        this.id = id;
        this.name = name;
        this.base = base;
        this.events = new EventTable(trace, paths, dictionary);
    }

    void begin(MessageStream to) {
        to.begin(Fields.SPACE_PLANE);
        to.out().number(Fields.PLANE_ID, id);
        to.out().text(Fields.PLANE_NAME, name);
    }

    void end(MessageStream to) throws IOException {
        dictionary.write(to);
        to.end(Fields.SPACE_PLANE);
    }

    /** Begins a line, whose events are in the order of their starts, outer ones before inner ones. */
    void beginLine(long lineId, String lineName, MessageStream to) {
        beginLine(lineId, lineName, "", to);
    }

    /** Begins a line with a display name, unless that is empty. */
    void beginLine(long lineId, String lineName, String displayName, MessageStream to) {
        to.begin(Fields.PLANE_LINE);
        to.out().number(Fields.LINE_ID, lineId);
        to.out().text(Fields.LINE_NAME, lineName);
        to.out().text(Fields.LINE_DISPLAY_NAME, displayName);
    }

    void endLine(MessageStream to) throws IOException {
        to.end(Fields.PLANE_LINE);
    }

    /** Returns an id for a line that has none of its own, always the same for the same key. */
    long freeLine(String key) {
        return lineIds.computeIfAbsent(key, any -> RowNumbers.FIRST_OTHER + lineIds.size());
    }

    /** Begins an event, to which stats may be added until {@link #endEvent}. */
    int beginEvent(int metadata, long startNanos, long durationNanos, MessageStream to) throws IOException {
        WireWriter out = to.out();
        int event = out.begin(Fields.LINE_EVENT);
        out.present(Fields.EVENT_METADATA_ID, metadata);
        out.present(Fields.EVENT_OFFSET_PS, picos(startNanos - base));
        out.number(Fields.EVENT_DURATION_PS, picos(durationNanos));
        return event;
    }

    void endEvent(int event, MessageStream to) throws IOException {
        to.out().end(event);
        to.flushIfFull();
    }

    private static long picos(long nanos) throws IOException {
        if (nanos > MAX_NANOS || nanos < 0) {
            throw new IOException("A time of " + nanos + " ns from the begin of the trace cannot be written: the format"
                    + " has picoseconds, and its maximum is " + MAX_NANOS + " ns, 106 days");
        }
        return nanos * PICOS_A_NANO;
    }
}
