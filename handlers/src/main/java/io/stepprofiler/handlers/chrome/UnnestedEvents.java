package io.stepprofiler.handlers.chrome;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.json.JsonText;
import io.stepprofiler.trace.Track;
import java.io.IOException;

/**
 * Writes the markers, tasks and frames of one track, each on one or two lines with a comma at their ends: a marker as
 * an instant, a task or a frame as the two ends of an asynchronous span with a unique id, so that readers join the
 * right ends whatever overlaps. It is on the row of the thread on which it began.
 */
final class UnnestedEvents {
    // E11: not on thread rows, where viewers would nest them.

    private static final byte[] ID = JsonText.utf8(",\"id2\":{\"local\":\"");
    private static final byte[] END_OF_ID = JsonText.utf8("\"}");
    private static final byte[] ARGUMENTS = JsonText.utf8(",\"args\":{\"" + Arguments.INDEX + "\":");
    private static final byte[] CORRELATION = JsonText.utf8(",\"" + Arguments.CORRELATION + "\":");
    private static final byte[] UNFINISHED = JsonText.utf8(",\"" + Arguments.UNFINISHED + "\":true");
    private static final byte[] END_OF_ARGUMENTS = JsonText.utf8("}},\n");
    private static final byte[] END = JsonText.utf8("},\n");

    private final ChromeDocument document;
    private final JsonBytes out;
    private final ViewerRow row;
    private final Track track;
    private final int trackIndex;
    private final long offset;
    private final ArgumentWriter details;

    UnnestedEvents(ChromeDocument document, int trackIndex, ArgumentWriter details) {
        this.document = document;
        this.out = document.out;
        this.row = document.layout.tracks().get(trackIndex).own();
        this.track = document.layout.tracks().get(trackIndex).track().track();
        this.trackIndex = trackIndex;
        this.offset = document.base.offset();
        this.details = details;
    }

    void write(int event) throws IOException {
        UnnestedTemplate name = document.unnested(track.nameId(event));
        long id = document.trace.eventId(trackIndex, event);
        long start = track.startNanos(event) + offset;
        boolean lasts = name.kind() != EventKind.MARKER;
        begin(name.begin(), lasts, id, start);
        writeArguments(event, name, id);
        if (lasts) {
            begin(name.end(), true, id, start + track.durationNanos(event));
            out.put(END);
        }
    }

    private void begin(byte[] beginning, boolean hasId, long id, long time) throws IOException {
        out.put(beginning);
        if (hasId) {
            out.put(ID);
            out.digits(id);
            out.put(END_OF_ID);
        }
        out.put(row.json());
        out.micros(time);
    }

    private void writeArguments(int event, UnnestedTemplate name, long id) throws IOException {
        out.put(ARGUMENTS);
        out.digits(id - 1);
        out.put(name.arguments());
        if (track.isUnfinished(event)) {
            out.put(UNFINISHED);
        }
        if (track.correlation(event) >= 0) {
            out.put(CORRELATION);
            out.digits(track.correlation(event));
        }
        details.write(event, Category.OPERATION);
        if (track.hasArguments()) {
            out.put(Arguments.json(track.arguments(event)));
        }
        out.put(END_OF_ARGUMENTS);
    }
}
