package io.stepprofiler.handlers.chrome;

import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.output.Blocks;
import io.stepprofiler.json.JsonText;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.util.List;

/**
 * Writes one trace as one document: head, names of rows, events, the records that torch ends a file with, and samples.
 */
final class ChromeTraceWriter {
    /** Sort index of Kineto's own spans, below everything. */
    private static final int SPANS_SORT_INDEX = 0x20000000;

    private final Trace trace;
    private final String fileName;
    private final ChromeDocument document;
    private final JsonBytes out;

    ChromeTraceWriter(Trace trace, String fileName, Blocks blocks, ExportMeter meter) {
        this.trace = trace;
        this.fileName = fileName;
        this.document = new ChromeDocument(trace, fileName, blocks, meter);
        this.out = document.out;
    }

    void write() throws IOException {
        out.put(new HeadWriter(trace, document.base, document.layout).json());
        out.put("\n");
        writeNames();
        for (int i = 0; i < document.layout.tracks().size(); i++) {
            new TrackEvents(document, i).write();
        }
        new MemoryInstantEvents(document).write();
        CounterWriter counters = new CounterWriter(document);
        for (CounterTrack counter : trace.counters()) {
            counters.write(counter);
        }
        new DeviceCounters(document).write();
        writeClosing();
        out.put("\n  ]");
        new SampleWriter(document).write();
        out.put(",\n  \"traceName\": " + JsonText.quoted(fileName) + "\n}\n");
        out.finish();
    }

    private void writeNames() throws IOException {
        for (ViewerProcesses.Shown process : document.layout.processes().all()) {
            String pid = Long.toString(process.pid());
            if (!process.name().isEmpty()) {
                writeName("process_name", pid, 0, "name", JsonText.quoted(process.name()));
            }
            writeName("process_labels", pid, 0, "labels", JsonText.quoted(process.label()));
            writeName("process_sort_index", pid, 0, "sort_index", Long.toString(process.sortIndex()));
        }
        List<ViewerRow> rows = document.layout.rows();
        for (int i = 0; i < rows.size(); i++) {
            ViewerRow row = rows.get(i);
            String pid = Long.toString(row.pid());
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
        return trace.start().monotonicNanos() + document.base.offset();
    }
}
