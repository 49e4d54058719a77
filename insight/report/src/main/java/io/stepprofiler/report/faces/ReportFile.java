package io.stepprofiler.report.faces;

import io.stepprofiler.analysis.report.StepReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * A report read from a file: a summary as JSON, or a page, which contains its summary and additional data. The content
 * is not trusted: a file that is larger or more deeply nested than written files, or has another version, is rejected,
 * and no script of a page is run.
 *
 * @param report the report
 * @param blocks additional data of each window; empty for the windows of a summary
 */
public record ReportFile(StepReport report, List<WindowBlocks> blocks) {
    private static final int PROBE_BYTES = 256;

    /** Copies the list. */
    public ReportFile {
        blocks = List.copyOf(blocks);
    }

    /**
     * {@return whether a file seems to be a summary or a page of HTML, by its first bytes}
     *
     * @param file the file
     * @throws IOException if it cannot be read
     */
    public static boolean is(Path file) throws IOException {
        return SummaryFile.is(file) || isPage(file);
    }

    private static boolean isPage(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            String start = new String(in.readNBytes(PROBE_BYTES), StandardCharsets.UTF_8)
                    .replace("\ufeff", "")
                    .stripLeading()
                    .toLowerCase(Locale.ROOT);
            return start.startsWith("<!doctype html") || start.startsWith("<html");
        }
    }

    /**
     * {@return whether a file seems to be a summary, or is a page that contains one} Reads the whole page.
     *
     * @param file the file
     * @throws IOException if it cannot be read
     */
    public static boolean has(Path file) throws IOException {
        return SummaryFile.is(file) || (isPage(file) && PageFile.hasSummary(file));
    }

    /**
     * {@return the report in a file}
     *
     * @param file a summary or a page
     * @throws IOException if it cannot be read, is neither, is too large, or has another version
     */
    public static ReportFile read(Path file) throws IOException {
        if (isPage(file)) {
            return PageFile.read(file);
        }
        StepReport report = SummaryFile.read(file);
        return new ReportFile(report, Collections.nCopies(report.windows().size(), WindowBlocks.NONE));
    }
}
