package io.stepprofiler.readers.chrome;

import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.trace.TraceBuilder;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of a file by their process and thread. */
final class FileRows {
    private static final int ROW_BYTES = 1000;

    private final TraceBuilder trace;
    private final Charges charges;
    private final FileProcesses processes = new FileProcesses();
    private final Map<RowKey, FileRow> rows = new LinkedHashMap<>();
    private final Map<Long, FileRow> byThread = new HashMap<>();
    private TrackAssignment layout = new ForeignLayout(processes);
    private @Nullable FileRow last;

    FileRows(TraceBuilder trace, Charges charges) {
        this.trace = trace;
        this.charges = charges;
    }

    /** Notes that this profiler wrote the file, before any of its data is in the trace. */
    void ours() {
        layout = new OwnLayout(processes);
    }

    /** The recorded process, on a given machine; its number is 0 if it is not known. */
    ProcessInfo recordedProcess(String host) {
        return processes
                .recorded()
                .map(key -> new ProcessInfo(layout.processNumber(key.pid()), host, processes.givenName(key)))
                .orElseGet(() -> new ProcessInfo(0, host, ""));
    }

    /** The row of an event, which has a track, or the id of one. */
    FileRow of(EventRecord event) throws ImportException {
        // Most events are on the row of the one before.
        FileRow row = last != null && event.isOn(last.key()) ? last : row(event.key());
        last = row;
        if (!row.isPlaced()) {
            layout.place(row, event);
        }
        return row.resolved();
    }

    /** The track of the thread with a number in the file; the number itself if no row has it. */
    long trackOfThread(long tid) {
        FileRow row = byThread.get(tid);
        return row == null || !row.isPlaced() ? tid : row.resolved().trackId();
    }

    /** True if the process of an event stands for a GPU. */
    boolean isOfGpu(EventRecord event) {
        return processes.gpu(event.key().process()).isPresent();
    }

    /** Takes the name or the label of a process, or the name of a thread. */
    void metadata(EventRecord event) throws ImportException {
        String text = event.arguments.text(event.name.equals("process_labels") ? "labels" : "name");
        switch (event.name) {
            case "process_name" -> {
                charge(text);
                processes.named(event.key().process(), text);
            }
            case "process_labels" -> {
                charge(text);
                processes.labelled(event.key().process(), text);
            }
            case "thread_name" -> {
                charge(text);
                FileRow row = row(event.key());
                row.named(text);
                layout.named(row);
            }
            default -> {
                // Metadata for viewers, such as the order of rows.
            }
        }
    }

    void complete() {
        layout.complete();
    }

    private FileRow row(RowKey key) throws ImportException {
        FileRow row = rows.get(key);
        if (row == null) {
            charges.memory(ROW_BYTES);
            row = new FileRow(key, trace);
            rows.put(key, row);
            if (key.tidText().isEmpty()) {
                byThread.putIfAbsent(key.tid(), row);
            }
        }
        return row;
    }

    /** Charges for each name in the file, even if one row has many. */
    private void charge(String text) throws ImportException {
        charges.text(text);
    }
}
