package io.stepprofiler.mxnet;

import io.stepprofiler.ProfileFailure;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.handlers.chrome.ChromeTraceExporter;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writer of trace files, of the list of live memory, and of statistics. Keeps the ended windows of a file until it is
 * complete; {@code open} is the window that is being recorded. For one thread at a time.
 */
final class TraceFiles {
    /** Approximate bytes of an event in a file. */
    private static final long EVENT_BYTES = 200;

    private static final long NOTHING = -1;

    private final MxFailureLog troubles;
    private final Pauses pauses;
    private final Statistics statistics = new Statistics();
    private final LiveAllocations live = new LiveAllocations();
    private final List<FileTrace.Window> ended = new ArrayList<>();
    private ProfilerConfig config;
    private boolean isOpen;
    private int number = 1;

    /** Number of events in the file as it was last written. */
    private long written = NOTHING;

    TraceFiles(ProfilerConfig config, Pauses pauses, MxFailureLog troubles) {
        this.config = config;
        this.pauses = pauses;
        this.troubles = troubles;
        count();
    }

    private void count() {
        if (!config.aggregateStats()) {
            statistics.end();
        } else if (!statistics.isCounting()) {
            statistics.begin(System.nanoTime());
        }
    }

    boolean isOpen() {
        return isOpen;
    }

    void configure(ProfilerConfig wanted) {
        if (!isOpen) {
            remove(wanted.filename(), 1);
        }
        config = wanted;
        count();
    }

    /** Begins a trace. */
    void open() {
        remove(config.filename(), 2);
        number = 1;
        written = NOTHING;
        isOpen = true;
    }

    /** Adds a window that has ended. */
    void add(FileTrace.Window window) {
        ended.add(window);
    }

    /** Discards the trace. */
    void discard() {
        ended.clear();
        isOpen = false;
    }

    /** Returns the file of a part, from 1: {@code profile.json}, {@code profile.2.json} and so on. */
    static Path file(Path file, int part) {
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        int end = dot <= 0 ? name.length() : dot;
        return part == 1 ? file : file.resolveSibling(name.substring(0, end) + "." + part + name.substring(end));
    }

    /** Removes the files of an earlier trace, which would mix with the files of a new one. */
    private static void remove(Path file, int first) {
        try {
            for (int part = first; Files.deleteIfExists(file(file, part)) || part == 1; ) {
                part++;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("filename = " + file + ": " + e.getMessage(), e);
        }
    }

    private List<FileTrace.Window> with(Optional<FileTrace.Window> open) {
        List<FileTrace.Window> all = new ArrayList<>(ended);
        open.ifPresent(all::add);
        return all;
    }

    private long size(Optional<FileTrace.Window> open) {
        return with(open).stream().mapToLong(FileTrace.Window::size).sum();
    }

    /** {@return whether the file has reached its maximum size} */
    boolean isFull(Optional<FileTrace.Window> open) {
        return size(open) * EVENT_BYTES >= config.maxFileBytes();
    }

    boolean hasNews(Optional<FileTrace.Window> open) {
        return isOpen && size(open) != written;
    }

    private void write(
            List<FileTrace.Window> windows, boolean isPartial, Statistics counted, LiveAllocations allocated) {
        if (windows.isEmpty()) {
            return; // No window could be put together, which is a failure of the profile.
        }
        Trace trace = new FileTrace(pauses, counted, allocated).of(windows, isPartial);
        Path file = file(config.filename(), number);
        String name = file.getFileName().toString();
        write(file, out -> new ChromeTraceExporter().export(trace, name, out, ExportMeter.none()));
    }

    private void write(Path file, TraceFile.Content content) {
        try {
            TraceFile.replace(file, content);
        } catch (IOException e) {
            String message = "The file " + file + " could not be written: " + e.getMessage();
            troubles.add(ProfileFailure.Kind.HANDLER_FAILED, message, e);
        }
    }

    /** Writes the trace so far, which says that its end is missing; returns the memory that is live then. */
    LiveAllocations write(Optional<FileTrace.Window> open) {
        written = size(open);
        LiveAllocations now = live.copy();
        write(with(open), true, new Statistics(), now);
        return now;
    }

    /** Writes a file that has all of its windows, releases them, and goes on to the next file. */
    void complete() {
        write(ended, false, statistics, live);
        AcrossFiles.countIn(statistics);
        ended.clear();
        number++;
        written = NOTHING;
    }

    /** {@return the memory that is live at the end of the last complete file} */
    LiveAllocations live() {
        return live;
    }

    /** Writes the trace, and ends it. */
    void close() {
        complete();
        writeMemory(live);
        isOpen = false;
    }

    void writeMemory(LiveAllocations allocations) {
        if (!config.categories().contains(ProfileCategory.MEMORY) || allocations.isEmpty()) {
            return;
        }
        Path file = MemoryCsv.file(
                config.memoryProfilePrefix(), ProcessInfo.current().pid());
        write(file, MemoryCsv.of(allocations.pieces()));
        if (allocations.leftOut() > 0) {
            String message = "The list of live memory " + file + " is not complete: " + allocations.leftOut()
                    + " allocations are missing, which were made while " + LiveAllocations.MAX_PIECES + " were live";
            troubles.add(ProfileFailure.Kind.RECORDING_FAILED, message, null);
        }
    }

    String print(Optional<FileTrace.Window> open, DumpsOptions options) {
        if (!statistics.isCounting()) {
            return "";
        }
        AcrossFiles.countIn(statistics);
        Statistics now = statistics.copy();
        long until = System.nanoTime();
        List<FileTrace.Window> windows = with(open);
        if (!windows.isEmpty()) {
            Trace trace = new FileTrace(pauses, now, live.copy()).of(windows, true);
            until = trace.end().monotonicNanos();
        }
        if (options.reset()) {
            statistics.begin(until);
        }
        return new StatisticsText(now, options).print();
    }
}
