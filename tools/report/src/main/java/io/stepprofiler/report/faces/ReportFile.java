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
 * A report that was written to a file: a summary as JSON, or a page, which holds its summary and what it shows besides.
 * Reading trusts nothing: a file that is larger, deeper or of another version than is written is refused; nothing of a
 * page is run.
 *
 * @param report the report
 * @param blocks what a page has of each window beside the summary; nothing of those of a summary
 */
public record ReportFile(StepReport report, List<WindowBlocks> blocks) {
    private static final int PROBE_BYTES = 256;

    /**
     * Copies the list.
     *
     * @param report the report
     * @param blocks what a page has besides
     */
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
     * {@return whether a file seems to be a summary, or is a page with one: other pages are none} Looks through pages.
     *
     * @param file the file
     * @throws IOException if it cannot be read
     */
    public static boolean has(Path file) throws IOException {
        return SummaryFile.is(file) || (isPage(file) && PageFile.hasSummary(file));
    }

    /**
     * {@return the report that a file holds}
     *
     * @param file a summary or a page
     * @throws IOException if it cannot be read, is neither, is too large, or is of another version
     */
    public static ReportFile read(Path file) throws IOException {
        if (isPage(file)) {
            return PageFile.read(file);
        }
        StepReport report = SummaryFile.read(file);
        return new ReportFile(report, Collections.nCopies(report.windows().size(), WindowBlocks.NONE));
    }
}
