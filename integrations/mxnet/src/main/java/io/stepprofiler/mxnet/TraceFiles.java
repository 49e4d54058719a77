package io.stepprofiler.mxnet;

import io.stepprofiler.ProfileFailure;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.handlers.chrome.ChromeTraceExporter;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writer of trace files, of the list of live memory, and of statistics. Keeps the segments of a file until it is
 * complete. Segments arrive on threads of a profile, everything else runs on one thread at a time.
 */
final class TraceFiles {
    private final MxFailureLog troubles;
    private final Pauses pauses;
    private final Statistics statistics = new Statistics();
    private final LiveAllocations live = new LiveAllocations();

    /** Parts of the trace without a complete file; the last one grows. Guarded by itself. */
    private final Deque<FileSegments> parts = new ArrayDeque<>();

    private volatile ProfilerConfig config;
    private int number = 1;

    /** True if the trace has changed since the file was last written. */
    private volatile boolean hasNews;

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
        synchronized (parts) {
            return !parts.isEmpty();
        }
    }

    boolean hasNews() {
        return hasNews && isOpen();
    }

    void configure(ProfilerConfig wanted) {
        if (!isOpen()) {
            remove(wanted.filename(), 1);
        }
        config = wanted;
        count();
    }

    /** Begins a trace. */
    void open() {
        remove(config.filename(), 2);
        number = 1;
        synchronized (parts) {
            parts.add(new FileSegments());
        }
        hasNews = true;
    }

    /** Begins a run. */
    void begin() {
        synchronized (parts) {
            parts.getLast().begin(true, config.categories());
        }
    }

    /** Adds the next segment of a run; runs {@code whenComplete} if that completes a part. */
    void add(Segment segment, Runnable whenComplete) {
        synchronized (parts) {
            if (parts.getLast().isFull(config.maxFileBytes())) {
                parts.add(parts.getLast().next());
                whenComplete.run();
            }
            parts.getLast().add(segment);
            hasNews = true;
        }
    }

    void add(Trace rest) {
        synchronized (parts) {
            parts.getLast().add(rest);
            hasNews = true;
        }
    }

    /** Discards the trace. */
    void discard() {
        synchronized (parts) {
            parts.clear();
        }
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

    /** Writes complete parts, and releases them. */
    void writeComplete() {
        while (true) {
            FileSegments part;
            synchronized (parts) {
                if (parts.size() < 2) {
                    return;
                }
                part = parts.removeFirst();
            }
            write(part, statistics, live);
            number++;
        }
    }

    private void write(FileSegments part, Statistics counted, LiveAllocations allocated) {
        Trace trace = new PartReader(pauses, counted, allocated).read(part);
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

    /** Returns a copy of the growing part. */
    private FileSegments snapshot() {
        synchronized (parts) {
            return parts.getLast().copy();
        }
    }

    /** Writes the trace so far; returns the memory that is live then. */
    LiveAllocations writeTrace() {
        writeComplete();
        hasNews = false;
        LiveAllocations now = live.copy();
        write(snapshot(), new Statistics(), now);
        return now;
    }

    /** Writes the trace, and ends it. */
    void close() {
        writeComplete();
        write(snapshot(), statistics, live);
        discard();
        writeMemory(live);
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

    String print(DumpsOptions options) {
        if (!statistics.isCounting()) {
            return "";
        }
        Statistics now = statistics.copy();
        long until = System.nanoTime();
        if (isOpen()) {
            writeComplete();
            FileSegments part = snapshot();
            until = part.end().monotonicNanos();
            now = statistics.copy();
            new PartReader(pauses, now, live.copy()).read(part);
        }
        if (options.reset()) {
            statistics.begin(until);
        }
        return new StatisticsText(now, options).print();
    }
}
