package io.stepprofiler.report.faces;

import io.stepprofiler.analysis.report.StepReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Extracts the summary and the blocks from a page as text: each is in an element whose end tag it cannot contain. */
final class PageFile {
    /** Maximum size of a page; larger ones are never written, as browsers open them badly. */
    static final int MAX_BYTES = 1 << 26;

    /** Characters with a meaning in markup take six characters in a page. */
    private static final int MAX_SUMMARY_CHARS = 6 * SummaryFile.MAX_BYTES;

    private static final int MAX_BLOCKS = 1_000;
    private static final String SUMMARY = "\n<script type=\"application/json\" id=\"summary\">";
    private static final String END = "</script>";
    private static final Pattern BLOCK = Pattern.compile(
            "\n<script type=\"application/octet-stream\" id=\"block-(\\d{1,3})-([A-Za-z0-9_-]{1,40})\">");

    private PageFile() {}

    /** True if a page contains a summary, and so is a page of this profiler, complete or not. */
    static boolean hasSummary(Path file) throws IOException {
        return Files.size(file) <= MAX_BYTES && page(file).contains(SUMMARY);
    }

    /** The page with one character per byte, which suffices for the ASCII markers searched for. */
    private static String page(Path file) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        }
        if (bytes.length > MAX_BYTES) {
            throw new IOException(file + " is not a report: a page has at most " + MAX_BYTES + " bytes");
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    static ReportFile read(Path file) throws IOException {
        String page = page(file);
        int from = page.indexOf(SUMMARY) + SUMMARY.length();
        if (from < SUMMARY.length()) {
            throw new IOException(file + " is not a report: the page contains no summary of steps");
        }
        int end = page.indexOf(END, from);
        if (end < 0 || end - from > MAX_SUMMARY_CHARS) {
            throw new IOException(
                    file + (end < 0 ? " is truncated: its summary has no end" : " has a summary that is too long"));
        }
        StepReport report = SummaryReader.parse(file, page.substring(from, end).getBytes(StandardCharsets.ISO_8859_1));
        return new ReportFile(report, blocks(file, page, report.windows().size()));
    }

    private static List<WindowBlocks> blocks(Path file, String page, int windows) throws IOException {
        List<Map<String, byte[]>> blocks = new ArrayList<>();
        for (int i = 0; i < windows; i++) {
            blocks.add(new LinkedHashMap<>());
        }
        Matcher begin = BLOCK.matcher(page);
        for (int count = 0; count < MAX_BLOCKS && begin.find(); count++) {
            int window = Integer.parseInt(begin.group(1));
            int end = page.indexOf(END, begin.end());
            if (end < 0) {
                throw new IOException(file + " is truncated: its block " + begin.group(2) + " has no end");
            }
            if (window < windows) {
                blocks.get(window).put(begin.group(2), decoded(file, begin.group(2), page.substring(begin.end(), end)));
            }
        }
        return blocks.stream().map(WindowBlocks::new).toList();
    }

    private static byte[] decoded(Path file, String name, String base64) throws IOException {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    file + " is damaged: its block " + name + " is not base64 (" + e.getMessage() + ")", e);
        }
    }
}
