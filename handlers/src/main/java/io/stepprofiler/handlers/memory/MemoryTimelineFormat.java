package io.stepprofiler.handlers.memory;

import io.stepprofiler.handlers.output.JsonFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The files that a memory timeline can be written to, by the ending of their names. */
public enum MemoryTimelineFormat {
    /** Every change by itself, compressed, as PyTorch writes it and HTA reads it. */
    RAW_JSON_GZ(".raw.json.gz"),
    /** The bytes in each category over time, compressed, as PyTorch writes it. */
    JSON_GZ(".json.gz"),
    /** The bytes in each category over time, as PyTorch writes it. */
    JSON(".json"),
    /** A page to look at, which needs nothing but a browser. */
    HTML(".html");

    private final String ending;

    MemoryTimelineFormat(String ending) {
        this.ending = ending;
    }

    /** {@return the ending of the names of such files, with its dot} */
    public String ending() {
        return ending;
    }

    /**
     * {@return the format that a file's name asks for}
     *
     * @param file a file, which need not exist
     * @throws IllegalArgumentException if its name has none of the endings
     */
    public static MemoryTimelineFormat of(Path file) {
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

    /** Writes the whole file; does not close it. */
    void write(MemoryTimeline timeline, OutputStream out) throws IOException {
        switch (this) {
            case RAW_JSON_GZ -> JsonFile.write(ending, out, json -> RawTimelineJson.write(timeline, json));
            case JSON_GZ, JSON -> JsonFile.write(ending, out, json -> TimelineJson.write(timeline, json));
            case HTML -> TimelinePage.write(timeline, out);
        }
    }
}
