package io.stepprofiler.handlers.chrome;

import io.stepprofiler.handlers.chrome.Layout.TrackLayout;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.util.List;

/** Writes one trace as one document: head, names of rows, events, and the records that torch ends a file with. */
final class ChromeTraceWriter {
    /** Where Kineto sorts its own spans: below everything. */
    private static final int SPANS_SORT_INDEX = 0x20000000;

    private final Trace trace;
    private final JsonBytes out;
    private final TimeBase base;
    private final Layout layout;

    ChromeTraceWriter(Trace trace, Blocks blocks) {
        this.trace = trace;
        this.out = new JsonBytes(blocks);
        this.base = TimeBase.of(trace);
        this.layout = new Layout(trace, base);
    }

    void write(String traceName) throws IOException {
        out.put(new Head(trace, base, layout).json());
        out.put("\n");
        writeNames();
        Events events = new Events(trace, base, out);
        for (TrackLayout track : layout.tracks()) {
            events.writeTrack(track);
        }
        for (CounterTrack counter : trace.counters()) {
            events.writeCounter(counter);
        }
        writeClosing();
        out.put("\n  ],\n  \"traceName\": " + JsonText.quoted(traceName) + "\n}\n");
        out.finish();
    }

    private void writeNames() throws IOException {
        String pid = Long.toString(trace.process().pid());
        writeName("process_name", pid, 0, "name", "\"java\"");
        writeName("process_labels", pid, 0, "labels", "\"CPU\"");
        writeName("process_sort_index", pid, 0, "sort_index", pid);
        List<Row> rows = layout.rows();
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            writeName("thread_name", pid, row.tid(), "name", JsonText.quoted(row.name()));
            writeName("thread_sort_index", pid, row.tid(), "sort_index", Integer.toString(i));
        }
    }

    private void writeClosing() throws IOException {
        long duration = Math.max(trace.end().monotonicNanos() - trace.start().monotonicNanos(), 0);
        out.put("{\"ph\":\"X\",\"cat\":\"Trace\",\"name\":\"PyTorch Profiler (0)\",\"pid\":\"Spans\","
                + "\"tid\":\"PyTorch Profiler\",\"ts\":");
        out.micros(startNanos());
        out.put(",\"dur\":");
        out.micros(duration);
        out.put(",\"args\":{\"Op count\":" + trace.eventCount() + "}},\n");
        writeName("process_sort_index", "\"Spans\"", 0, "sort_index", Integer.toString(SPANS_SORT_INDEX));
        out.put("{\"ph\":\"i\",\"s\":\"g\",\"name\":\"Iteration Start: PyTorch Profiler\",\"pid\":\"Traces\","
                + "\"tid\":\"Trace PyTorch Profiler\",\"ts\":");
        out.micros(startNanos());
        out.put("},\n{\"ph\":\"i\",\"s\":\"g\",\"name\":\"Record Window End\",\"pid\":\"\",\"tid\":\"\",\"ts\":");
        out.micros(startNanos() + duration);
        out.put("}");
    }

    private void writeName(String name, String pid, long tid, String key, String value) throws IOException {
        out.put("{\"ph\":\"M\",\"name\":\"" + name + "\",\"ts\":");
        out.micros(startNanos());
        out.put(",\"pid\":" + pid + ",\"tid\":" + tid + ",\"args\":{\"" + key + "\":" + value + "}},\n");
    }

    private long startNanos() {
        return trace.start().monotonicNanos() + base.offset();
    }
}
