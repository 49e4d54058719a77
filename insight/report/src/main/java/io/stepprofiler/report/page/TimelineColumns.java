package io.stepprofiler.report.page;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.text.ShownFrame;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;

/** Writes the block of the timeline, in the coarsest time unit that makes no visible difference. */
final class TimelineColumns {
    /** Coarsest unit, unless the window is so long that times would need more than 32 bits. */
    private static final long COARSEST_NANOS = 1000;

    private static final long[] UNITS = {COARSEST_NANOS, 500, 200, 100, 50, 20, 10, 5, 2, 1};

    /** Three quarters of the events with a duration are at least this number of units long. */
    private static final int UNITS_OF_SHORT_EVENTS = 4;

    private static final double SHORT = 0.25;

    private static final long MOST_UNITS = (1L << 32) - 1;
    private static final int MAX_TEXT = 200;
    private static final int MAX_FRAMES = 8;

    /** Incremented by changes that would break readers of the old version. */
    private static final int VERSION = 2;

    private final Trace trace;
    private final TimelineLayout layout;
    private final List<TimelineCounter> counters;
    private final TimelineTexts texts = new TimelineTexts();
    private final long windowNanos;
    private final long origin;
    private final long unit;

    TimelineColumns(Trace trace, TimelineLayout layout, List<TimelineCounter> counters) {
        this.trace = trace;
        this.layout = layout;
        this.counters = counters;
        windowNanos = trace.end().monotonicNanos() - trace.start().monotonicNanos();
        long first = 0;
        long last = windowNanos;
        DurationBins durations = new DurationBins();
        for (TimelineTrack track : layout.tracks()) {
            for (TimelineRow row : track.rows()) {
                first = Math.min(first, row.start(0));
                last = Math.max(last, row.end());
                for (int i = 0; i < row.size(); i++) {
                    if (row.end(i) > row.start(i)) {
                        durations.add(row.end(i) - row.start(i));
                    }
                }
            }
        }
        for (TimelineCounter counter : counters) {
            first = Math.min(first, counter.nanos()[0]);
            last = Math.max(last, counter.nanos()[counter.nanos().length - 1]);
        }
        origin = first;
        unit = Math.max(unit(durations.quantile(SHORT)), (last - first) / MOST_UNITS + 1);
    }

    private static long unit(long shortNanos) {
        for (long unit : UNITS) {
            if (unit * UNITS_OF_SHORT_EVENTS <= shortNanos) {
                return unit;
            }
        }
        return shortNanos == 0 ? COARSEST_NANOS : 1;
    }

    void write(TimelineChoice choice, ColumnWriter out) throws IOException {
        out.text(header(choice));
        out.expectRepeats(false);
        for (TimelineTrack track : layout.tracks()) {
            for (TimelineRow row : track.rows()) {
                writeTimes(row, out);
            }
        }
        out.expectRepeats(true);
        for (TimelineTrack track : layout.tracks()) {
            for (TimelineRow row : track.rows()) {
                for (int i = 0; i < row.size(); i++) {
                    out.number(row.value(i));
                }
            }
        }
        for (TimelineCounter counter : counters) {
            write(counter, out);
        }
    }

    private long units(long nanos) {
        return (nanos - origin) / unit;
    }

    private void writeTimes(TimelineRow row, ColumnWriter out) throws IOException {
        long end = 0;
        for (int i = 0; i < row.size(); i++) {
            out.number(units(row.start(i)) - end);
            end = units(row.end(i));
        }
        for (int i = 0; i < row.size(); i++) {
            out.number(units(row.end(i)) - units(row.start(i)));
        }
    }

    private void write(TimelineCounter counter, ColumnWriter out) throws IOException {
        long last = 0;
        for (long nanos : counter.nanos()) {
            out.number(units(nanos) - last);
            last = units(nanos);
        }
        long before = 0;
        TimelineScale scale = TimelineScale.of(counter.values());
        for (double value : counter.values()) {
            long step = scale.step(value);
            out.signed(step - before);
            before = step;
        }
    }

    private String header(TimelineChoice choice) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            json.writeNumberField("version", VERSION);
            json.writeNumberField("origin", origin);
            json.writeNumberField("unit", unit);
            json.writeNumberField("window", windowNanos);
            writeLabels(json);
            writeTracks(json);
            writeCounters(json);
            writeWhatIsMissing(choice, json);
            texts.write("texts", json);
            json.writeEndObject();
        }
        return text.toString();
    }

    private void writeLabels(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("labels");
        for (TimelineLabels.Label label : layout.labels().all()) {
            json.writeStartArray();
            json.writeNumber(text(label.name()));
            json.writeNumber(text(label.kind()));
            json.writeNumber(text(label.meaning()));
            json.writeNumber(label.isUnfinished() ? 1 : 0);
            json.writeNumber(text(label.details()));
            if (label.stackId() >= 0) {
                for (StackTraceElement frame :
                        trace.stack(label.stackId()).stream().limit(MAX_FRAMES).toList()) {
                    json.writeNumber(text(ShownFrame.of(frame).toString()));
                }
            }
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    private int text(String text) {
        return texts.number(text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT - 1) + "…");
    }

    private void writeTracks(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("tracks");
        for (TimelineTrack track : layout.tracks()) {
            json.writeStartObject();
            json.writeNumberField("title", text(track.title()));
            json.writeStringField("kind", track.kind().name());
            json.writeNumberField("nested", track.nestedRows());
            json.writeArrayFieldStart("rows");
            for (TimelineRow row : track.rows()) {
                json.writeNumber(row.size());
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void writeCounters(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("counters");
        for (TimelineCounter counter : counters) {
            TimelineScale scale = TimelineScale.of(counter.values());
            json.writeStartObject();
            json.writeNumberField("title", text(counter.title()));
            json.writeNumberField("size", counter.nanos().length);
            json.writeNumberField("base", scale.base());
            json.writeNumberField("step", scale.step());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void writeWhatIsMissing(TimelineChoice choice, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("missing");
        json.writeNumberField("short", layout.leftOut());
        json.writeNumberField("shorterThan", choice.shortestNanos());
        json.writeArrayFieldStart("wholeSteps");
        for (StepMark step : choice.wholeSteps()) {
            json.writeNumber(step.number());
        }
        json.writeEndArray();
        json.writeNumberField("crowded", layout.crowded());
        json.writeNumberField("withoutDetails", layout.labels().withoutDetails());
        json.writeEndObject();
    }
}
