package io.stepprofiler.handlers.chrome;

import io.stepprofiler.handlers.chrome.Layout.TrackLayout;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Writes the scopes, steps and counter samples of a trace, each on a line with a comma at its end. */
final class Events {
    private static final byte[] DURATION = ascii(",\"dur\":");
    private static final byte[] EXTERNAL_ID = ascii(",\"args\":{\"" + Arguments.EXTERNAL_ID + "\":");
    private static final byte[] INDEX = ascii(",\"" + Arguments.INDEX + "\":");
    private static final byte[] UNFINISHED = ascii(",\"" + Arguments.UNFINISHED + "\":true");
    private static final byte[] ASYNC = ascii(",\"" + Arguments.ASYNC + "\":true");
    private static final byte[] SHORTENED = ascii(",\"" + Arguments.SHORTENED + "\":");
    private static final byte[] END = ascii("}},\n");

    private final Trace trace;
    private final TimeBase base;
    private final JsonBytes out;
    private final String process;
    /** What an event begins with, by name id; made when the name first occurs. */
    private final byte[][] prefixes;

    private long index;

    Events(Trace trace, TimeBase base, JsonBytes out) {
        this.trace = trace;
        this.base = base;
        this.out = out;
        this.process = ",\"pid\":" + trace.process().pid();
        this.prefixes = new byte[trace.nameCount()][];
    }

    void writeTrack(TrackLayout layout) throws IOException {
        TrackRows rows = layout.track();
        boolean plain = rows.isPlain();
        rows.restart();
        for (TrackItems at = rows.items(); at.next(); ) {
            Row row = plain ? layout.own() : row(layout, at);
            if (at.isStep()) {
                writeStep(at.step(), row, rows.shortening().of(at.item()));
            } else {
                writeScope(rows.track(), at.item(), row, rows.shortening().of(at.item()));
            }
        }
    }

    void writeCounter(CounterTrack counter) throws IOException {
        byte[] prefix =
                JsonText.utf8("{\"ph\":\"C\",\"name\":" + JsonText.quoted(counter.name()) + process + ",\"ts\":");
        for (int i = 0; i < counter.size(); i++) {
            if (Double.isFinite(counter.value(i))) {
                out.put(prefix);
                out.micros(counter.nanos(i) + base.offset());
                out.put(",\"args\":{\"value\":" + JsonText.number(counter.value(i)));
                out.put(END);
            }
        }
    }

    private static Row row(TrackLayout layout, TrackItems at) {
        RowKind kind = layout.track().kind(at);
        return layout.row(kind, layout.track().place(kind, at));
    }

    private void writeScope(Track track, int event, Row row, int shortened) throws IOException {
        out.put(prefix(track.nameId(event)));
        writeTimes(row, track.startNanos(event), track.durationNanos(event) - shortened);
        if (track.isUnfinished(event)) {
            out.put(UNFINISHED);
        }
        if (track.isAsync(event)) {
            out.put(ASYNC);
        }
        writeShortened(shortened);
        if (track.hasArguments()) {
            out.put(Arguments.json(track.arguments(event)));
        }
        out.put(END);
    }

    private void writeStep(StepMark step, Row row, int shortened) throws IOException {
        out.put(prefix(Category.STEP, step.name()));
        writeTimes(row, step.startNanos(), step.durationNanos() - shortened);
        if (step.unfinished()) {
            out.put(UNFINISHED);
        }
        writeShortened(shortened);
        out.put(END);
    }

    private void writeTimes(Row row, long startNanos, long durationNanos) throws IOException {
        out.put(row.json());
        out.micros(startNanos + base.offset());
        out.put(DURATION);
        out.micros(durationNanos);
        out.put(EXTERNAL_ID);
        // Torch counts ids from 1 and indexes from 0.
        out.digits(index + 1);
        out.put(INDEX);
        out.digits(index);
        index++;
    }

    private void writeShortened(int nanos) throws IOException {
        if (nanos > 0) {
            out.put(SHORTENED);
            out.digits(nanos);
        }
    }

    private byte[] prefix(int nameId) {
        byte[] prefix = prefixes[nameId];
        if (prefix == null) {
            String name = trace.name(nameId);
            prefix = prefix(Category.ofScope(name), name);
            prefixes[nameId] = prefix;
        }
        return prefix;
    }

    private byte[] prefix(Category category, String name) {
        return JsonText.utf8(
                "{\"ph\":\"X\",\"cat\":\"" + category.text() + "\",\"name\":" + JsonText.quoted(name) + process);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
