package io.stepprofiler.handlers.memory;

import io.stepprofiler.analysis.memory.MemoryPage;
import io.stepprofiler.analysis.memory.MemoryTimeline;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.handlers.output.JsonFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Format of the file of a memory timeline, with the ending of the file's name. */
public enum MemoryTimelineFormat {
    /** Every single change, compressed, as PyTorch writes it and HTA reads it. */
    RAW_JSON_GZ(".raw.json.gz"),
    /** The bytes in each category over time, compressed, as PyTorch writes it. */
    JSON_GZ(".json.gz"),
    /** The bytes in each category over time, as PyTorch writes it. */
    JSON(".json"),
    /** The report of the window with its memory, a self-contained page; writing it needs {@code step-profiler-report}. */
    HTML(".html");

    private final String ending;

    MemoryTimelineFormat(String ending) {
        this.ending = ending;
    }

    /** {@return the ending of the names of such files, with its dot} */
    String ending() {
        return ending;
    }

    /**
     * {@return the format for the ending of a file's name}
     *
     * @param file a file, which need not exist
     * @throws IllegalArgumentException if its name has none of the endings
     */
    static MemoryTimelineFormat of(Path file) {
        String name = String.valueOf(file.getFileName());
        // The longest ending comes first.
        return Arrays.stream(values())
                .filter(format -> name.endsWith(format.ending))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("file = " + file + " is not allowed: must end in one of "
                                + Arrays.stream(values())
                                        .map(MemoryTimelineFormat::ending)
                                        .collect(Collectors.joining(", "))));
    }

    /**
     * Writes a timeline to a file in the format for the ending of its name: {@code .json}, {@code .json.gz}, {@code
     * .raw.json.gz} or {@code .html}.
     *
     * <p>The file is written under a temporary name and renamed at the end, replacing an older one; its directory is
     * created. HTA reads every {@code .json} and {@code .gz} file of a directory as a trace, so keep timelines out of
     * directories with traces.
     *
     * @param timeline the timeline
     * @param file the file to write; the ending of its name chooses the format
     * @throws IllegalArgumentException if the name has none of these endings
     * @throws IOException if the file cannot be written
     */
    public static void export(MemoryTimeline timeline, Path file) throws IOException {
        MemoryTimelineFormat format = of(file);
        TraceFile.replace(file, out -> format.write(timeline, out));
    }

    /**
     * Writes a timeline to a stream, which stays open.
     *
     * @param timeline what to write
     * @param out where to; need not be buffered
     * @throws IOException if {@code out} fails
     * @throws IllegalStateException if this is {@link #HTML} and {@code step-profiler-report} is missing
     */
    public void write(MemoryTimeline timeline, OutputStream out) throws IOException {
        switch (this) {
            case RAW_JSON_GZ -> JsonFile.write(ending, out, json -> RawTimelineJson.write(timeline, json));
            case JSON_GZ, JSON -> JsonFile.write(ending, out, json -> TimelineJson.write(timeline, json));
            case HTML -> MemoryPage.installed().write(timeline, out);
        }
    }
}
