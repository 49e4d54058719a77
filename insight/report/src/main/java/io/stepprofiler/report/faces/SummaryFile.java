package io.stepprofiler.report.faces;

import io.stepprofiler.analysis.report.StepReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The summary: a report as JSON, of at most {@value #MAX_BYTES} bytes, to be kept, compared and read by programs. Its
 * schema is the resource {@code summary.schema.json}.
 *
 * <p>Files that are larger, more deeply nested or of another version are rejected.
 */
public final class SummaryFile {
    /** Maximum size of a summary in bytes. */
    public static final int MAX_BYTES = 200_000;

    static final String VERSION = "version";

    private SummaryFile() {}

    /**
     * {@return a report as JSON}
     *
     * @param report the report; its steps and tables are shortened if it would be too long
     */
    public static String json(StepReport report) {
        byte[] json = PlainJson.of(report);
        for (int kept = 2; json.length > MAX_BYTES; kept *= 2) {
            json = PlainJson.of(ShortReport.of(report, kept));
        }
        return new String(json, StandardCharsets.UTF_8);
    }

    /** A text or texts by name as JSON. */
    static String string(Object texts) {
        return new String(PlainJson.of(texts), StandardCharsets.UTF_8);
    }

    /**
     * {@return whether a file seems to be a summary, by its first bytes}
     *
     * @param file the file
     * @throws IOException if it cannot be read
     */
    public static boolean is(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            String start = new String(in.readNBytes(64), StandardCharsets.UTF_8);
            return start.replaceAll("\\s", "").startsWith("{\"" + VERSION + "\":");
        }
    }

    /**
     * {@return the report in a summary}
     *
     * @param file the summary
     * @throws IOException if the file cannot be read, is not a summary, is too large, or has another version
     */
    public static StepReport read(Path file) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        }
        if (bytes.length > MAX_BYTES) {
            throw new IOException(file + " is not a summary: it has more than " + MAX_BYTES + " bytes");
        }
        return SummaryReader.parse(file, bytes);
    }
}
