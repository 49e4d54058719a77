package io.stepprofiler.handlers.memory;

import io.stepprofiler.analysis.memory.MemoryPage;
import io.stepprofiler.analysis.memory.MemoryTimeline;
import io.stepprofiler.analysis.memory.MemoryTimelineOptions;
import io.stepprofiler.directory.TraceDirectory;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.frameworks.PyTorch;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TraceExporter;
import io.stepprofiler.trace.TraceHandler;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Writes the memory timeline of each window to a directory, by default as {@code memory.<nanos>.html}.
 *
 * <p>The number is the window's start in nanoseconds since 1970, or the next number that is free for all formats: no
 * file is ever overwritten. A chosen device follows the number, as in {@code memory.<nanos>.cuda_0.html}, and the rank
 * in distributed training precedes it, as in {@code memory_1.<nanos>.html}. Each file is written under a temporary name
 * and renamed when it is complete. A window without memory events of the device gets no file, which is logged once. Use
 * a separate directory: HTA takes every {@code .json} and {@code .gz} file of a directory for a trace.
 *
 * <p>The profile has to record {@code profileMemory}, {@code recordShapes} and {@code withStack}, or, without
 * {@linkplain #inferCategories(boolean) inference}, {@code profileMemory} alone; otherwise it does not start, and the
 * exception names the missing option. Needs memory in proportion to the events and memory events of the window. Safe on
 * any thread.
 */
public final class MemoryTimelineHandler implements TraceHandler {
    private static final Logger LOGGER = System.getLogger(MemoryTimelineHandler.class.getName());

    private final TraceDirectory directory;
    private final MemoryTimelineOptions options;
    private final Set<MemoryTimelineFormat> formats;
    private final AtomicBoolean emptyLogged = new AtomicBoolean();

    private MemoryTimelineHandler(
            TraceDirectory directory, MemoryTimelineOptions options, Set<MemoryTimelineFormat> formats) {
        this.directory = directory;
        this.options = options;
        this.formats = formats;
    }

    /**
     * {@return a handler that writes pages to a directory}
     *
     * @param dir the directory; created when needed
     */
    public static MemoryTimelineHandler to(Path dir) {
        return new MemoryTimelineHandler(
                new TraceDirectory(dir), MemoryTimelineOptions.DEFAULT, EnumSet.of(MemoryTimelineFormat.HTML));
    }

    /**
     * {@return this handler writing other files} Files of one window have the same name but for their ending.
     *
     * @param first a format; default {@link MemoryTimelineFormat#HTML}
     * @param others more formats
     */
    public MemoryTimelineHandler formats(MemoryTimelineFormat first, MemoryTimelineFormat... others) {
        return new MemoryTimelineHandler(directory, options, EnumSet.of(first, others));
    }

    /**
     * {@return this handler for one device}
     *
     * @param device whose memory; default {@code cuda:0} if the window has memory events of it, else the host
     */
    public MemoryTimelineHandler device(Device device) {
        return new MemoryTimelineHandler(directory, options.withDevice(device), formats);
    }

    /**
     * {@return this handler with or without inference of categories}
     *
     * @param inferred whether categories are inferred; default true
     */
    public MemoryTimelineHandler inferCategories(boolean inferred) {
        return new MemoryTimelineHandler(directory, options.withInferCategories(inferred), formats);
    }

    @Override
    public Optional<Path> directory() {
        return Optional.of(directory.path());
    }

    /**
     * Checks that the profile records the needed data, creates the directory, and writes and deletes an empty timeline
     * in it.
     *
     * @throws IllegalArgumentException if the profile does not record the needed data, naming the missing options
     * @throws IllegalStateException if pages are to be written and {@code step-profiler-report} is missing
     * @throws UncheckedIOException if the directory is not writable, naming it, the user and the remedy
     */
    @Override
    public void onStart(RecordingOptions recorded) {
        options.require(recorded);
        if (formats.contains(MemoryTimelineFormat.HTML)) {
            MemoryPage.installed();
        }
        MemoryTimeline empty = MemoryTimeline.of(
                new TraceBuilder().options(RecordingOptions.ALL).build());
        for (MemoryTimelineFormat format : formats) {
            directory.probe(format.ending(), new Exporter(empty, format));
        }
    }

    /**
     * Writes the files and logs their paths.
     *
     * @throws IllegalArgumentException if the profile does not record the needed data, naming the missing options
     * @throws IOException if a file cannot be written; there is then no such file
     */
    @Override
    public void onTraceReady(Trace trace) throws IOException {
        MemoryTimeline timeline = MemoryTimeline.of(trace, options);
        if (timeline.changes().isEmpty() && !hasEvents(trace.memory(), timeline.device())) {
            if (!emptyLogged.getAndSet(true)) {
                LOGGER.log(
                        Level.INFO,
                        "No memory timeline written: no memory event of "
                                + timeline.device() + " was reported in the window. This is"
                                + " logged once.");
            }
            return;
        }
        String rank = trace.distributedInfo().map(info -> "_" + info.rank()).orElse("");
        String device = options.device()
                .map(chosen -> "." + chosen.toString().replace(':', '_'))
                .orElse("");
        directory.write(
                trace,
                nanos -> "memory" + rank + "." + nanos + device,
                formats.stream().map(format -> part(timeline, format)).toList(),
                LOGGER);
    }

    /** True if the device has memory events; events that change nothing, such as failed allocations, count, too. */
    private static boolean hasEvents(MemoryEvents events, Device device) {
        for (int i = 0; i < events.size(); i++) {
            if (events.device(i).equals(device)) {
                return true;
            }
        }
        return false;
    }

    private static TraceDirectory.Part part(MemoryTimeline timeline, MemoryTimelineFormat format) {
        String howToOpen = format == MemoryTimelineFormat.HTML
                ? "Open it in a browser"
                : "It is a memory timeline as " + PyTorch.NAME + " writes it";
        return new TraceDirectory.Part(format.ending(), new Exporter(timeline, format), howToOpen);
    }

    /** Exporter of one timeline, whichever trace is passed to it. */
    private record Exporter(MemoryTimeline timeline, MemoryTimelineFormat format) implements TraceExporter {
        @Override
        public Set<String> suffixes() {
            return Set.of(format.ending());
        }

        @Override
        public void export(Trace trace, String fileName, OutputStream out, ExportMeter meter) throws IOException {
            format.write(timeline, out);
        }
    }
}
