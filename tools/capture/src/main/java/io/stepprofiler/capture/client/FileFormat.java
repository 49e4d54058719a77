package io.stepprofiler.capture.client;

import io.stepprofiler.capture.proto.v1.TraceFormat;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** File formats in which a {@link CaptureClient} fetches traces. */
public enum FileFormat {
    /** Chrome trace, compressed: for Perfetto, TensorBoard's plugin torch_tb_profiler, {@code chrome://tracing}. */
    CHROME(TraceFormat.TRACE_FORMAT_CHROME, ".json.gz"),
    /** Perfetto's own format. */
    PERFETTO(TraceFormat.TRACE_FORMAT_PERFETTO, ".pftrace"),
    /** XSpace, for XProf and TensorBoard's Profile plugin. */
    XPLANE(TraceFormat.TRACE_FORMAT_XPLANE, ".xplane.pb"),
    /** The report as one page. */
    REPORT(TraceFormat.TRACE_FORMAT_REPORT, ".html"),
    /** The report as JSON. */
    SUMMARY(TraceFormat.TRACE_FORMAT_SUMMARY, ".summary.json"),
    /** The report as text. */
    TEXT(TraceFormat.TRACE_FORMAT_TEXT, ".txt"),
    /** Profile for pprof. */
    PPROF(TraceFormat.TRACE_FORMAT_PPROF, ".pb.gz");

    /** Name of a format that captures do not have, but users may expect. */
    private static final String JOURNAL = "journal";

    private final TraceFormat wire;
    private final String ending;

    FileFormat(TraceFormat wire, String ending) {
        this.wire = wire;
        this.ending = ending;
    }

    /** {@return the file ending, with its dot} */
    public String ending() {
        return ending;
    }

    /**
     * {@return the format with a name, in lower or upper case}
     *
     * @param name such as {@code chrome}
     * @throws IllegalArgumentException if there is none, naming the known formats; a capture has no journal, because it
     *     is complete when it is sent
     */
    public static FileFormat of(String name) {
        if (name.equalsIgnoreCase(JOURNAL)) {
            throw new IllegalArgumentException(
                    "format = " + name + " is not allowed: a journal stores a window while it is open, and a capture is"
                            + " complete when it is sent; perfetto and xplane have all of it, and can be read back");
        }
        return Arrays.stream(values())
                .filter(format -> format.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("format = " + name
                        + " is not allowed: must be one of "
                        + Arrays.stream(values())
                                .map(format -> format.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", "))));
    }

    /**
     * {@return the format for the ending of a name; empty if there is none}
     *
     * @param fileName the name of a file
     */
    public static Optional<FileFormat> ofEnding(String fileName) {
        String name = fileName.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(format -> name.endsWith(format.ending))
                .findFirst();
    }

    TraceFormat wire() {
        return wire;
    }

    static FileFormat of(TraceFormat wire) {
        return Arrays.stream(values())
                .filter(format -> format.wire == wire)
                .findFirst()
                .orElse(CHROME);
    }
}
