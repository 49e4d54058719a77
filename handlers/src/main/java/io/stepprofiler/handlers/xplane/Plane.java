package io.stepprofiler.handlers.xplane;

import io.stepprofiler.amount.Amount;
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

    final PlaneMetadata dictionary = new PlaneMetadata();
    final XEventMetadata events;

    private final long id;
    private final String name;
    private final long base;
    private final Map<String, Long> lineIds = new HashMap<>();

    /** A plane of events whose times are distances from a base time in nanoseconds. */
    Plane(long id, String name, Trace trace, ModulePaths paths, long base) {
        this.id = id;
        this.name = name;
        this.base = base;
        this.events = new XEventMetadata(trace, paths, dictionary);
    }

    void begin(MessageStream to) {
        to.begin(XSpaceFields.SPACE_PLANE);
        to.out().number(XSpaceFields.PLANE_ID, id);
        to.out().text(XSpaceFields.PLANE_NAME, name);
    }

    void end(MessageStream to) throws IOException {
        dictionary.write(to);
        to.end(XSpaceFields.SPACE_PLANE);
    }

    /** Begins a line, whose events are in the order of their starts, outer ones before inner ones. */
    void beginLine(long lineId, String lineName, MessageStream to) {
        beginLine(lineId, lineName, "", to);
    }

    /** Begins a line with a display name, unless that is empty. */
    void beginLine(long lineId, String lineName, String displayName, MessageStream to) {
        to.begin(XSpaceFields.PLANE_LINE);
        to.out().number(XSpaceFields.LINE_ID, lineId);
        to.out().text(XSpaceFields.LINE_NAME, lineName);
        to.out().text(XSpaceFields.LINE_DISPLAY_NAME, displayName);
    }

    void endLine(MessageStream to) throws IOException {
        to.end(XSpaceFields.PLANE_LINE);
    }

    /** Returns an id for a line that has none of its own, always the same for the same key. */
    long freeLine(String key) {
        return lineIds.computeIfAbsent(key, any -> RowNumbers.FIRST_OTHER + lineIds.size());
    }

    /** Begins an event, to which stats may be added until {@link #endEvent}. */
    int beginEvent(int metadata, long startNanos, long durationNanos, MessageStream to) throws IOException {
        WireWriter out = to.out();
        int event = out.begin(XSpaceFields.LINE_EVENT);
        out.present(XSpaceFields.EVENT_METADATA_ID, metadata);
        out.present(XSpaceFields.EVENT_OFFSET_PS, picos(startNanos - base));
        out.number(XSpaceFields.EVENT_DURATION_PS, picos(durationNanos));
        return event;
    }

    void endEvent(int event, MessageStream to) throws IOException {
        to.out().end(event);
        to.flushIfFull();
    }

    private static long picos(long nanos) throws IOException {
        if (nanos > MAX_NANOS || nanos < 0) {
            throw new IOException(
                    "A time of " + Amount.time(nanos) + " from the start of the trace cannot be written: the"
                            + " format has picoseconds, and its maximum is " + Amount.time(MAX_NANOS) + ", 106 days");
        }
        return nanos * PICOS_A_NANO;
    }
}
