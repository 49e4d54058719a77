package io.stepprofiler.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.trace.OneLine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The summary: a report as JSON, of at most {@value #MAX_BYTES} bytes, to be kept, compared and read by programs. Its
 * schema is {@code summary.schema.json} beside this class.
 *
 * <p>Reading trusts nothing: files that are larger, deeper or of another version are refused.
 */
public final class SummaryFile {
    /** Most bytes of a summary. */
    public static final int MAX_BYTES = 200_000;

    private static final int MAX_DEPTH = 30;
    private static final int MAX_TEXT = 20_000;
    private static final int MAX_NUMBER = 400;
    private static final String VERSION = "version";
    private static final String WINDOWS = "windows";
    private static final String PATHS = "paths";
    private static final String STEPS = "steps";
    private static final String CPU = "cpuNanos";
    private static final String COUNTERS = "counters";

    /** Added later: a summary without it is as good as one whose ranks have no findings. */
    private static final String RANKS = "ranks";

    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxStringLength(MAX_TEXT)
                            .maxNumberLength(MAX_NUMBER)
                            .build())
                    .build())
            // Types of a module are read by what they export, without opening it.
            .disable(MapperFeature.CAN_OVERRIDE_ACCESS_MODIFIERS)
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    private SummaryFile() {}

    /**
     * {@return a report as JSON}
     *
     * @param report the report, whose steps and tables are cut where it would be too long
     */
    public static String json(StepReport report) {
        try {
            StepReport fitting = report;
            byte[] json = MAPPER.writeValueAsBytes(fitting);
            for (int kept = 2; json.length > MAX_BYTES; kept *= 2) {
                fitting = Shortened.of(report, kept);
                json = MAPPER.writeValueAsBytes(fitting);
            }
            return new String(json, StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a report is plain data", e);
        }
    }

    /** A text as JSON. */
    static String string(String text) {
        try {
            return MAPPER.writeValueAsString(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a text is plain data", e);
        }
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
     * {@return the report that a summary holds}
     *
     * @param file the summary
     * @throws IOException if it cannot be read, is no summary, is too large, or is of another version
     */
    public static StepReport read(Path file) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        }
        if (bytes.length > MAX_BYTES) {
            throw new IOException(file + " is no summary: it has more than " + MAX_BYTES + " bytes");
        }
        return parse(file, bytes);
    }

    /** The report that a summary holds, which may be in a file of another form. */
    static StepReport parse(Path file, byte[] json) throws IOException {
        try {
            JsonNode tree = MAPPER.readTree(json);
            if (tree == null
                    || !tree.path(VERSION).isInt()
                    || !tree.path(WINDOWS).isArray()) {
                throw new IOException(file + " is no summary: it has no version or no windows");
            }
            int version = tree.path(VERSION).intValue();
            if (version != StepReport.VERSION) {
                throw new IOException(
                        file + " is a summary of version " + version + "; this reads version " + StepReport.VERSION);
            }
            if (!tree.has(RANKS)) {
                ((ObjectNode) tree).putArray(RANKS);
            }
            tree.path(WINDOWS).forEach(SummaryFile::complete);
            return MAPPER.treeToValue(tree, StepReport.class);
        } catch (JsonProcessingException e) {
            throw new IOException(
                    file + " is no summary, or is damaged: " + OneLine.of(String.valueOf(e.getOriginalMessage())), e);
        }
    }

    /** Adds what summaries did not have at first, empty: a version is that of what a reader cannot do without. */
    private static void complete(JsonNode window) {
        if (window instanceof ObjectNode known && !known.has(PATHS)) {
            known.putArray(PATHS);
        }
        if (window.path(STEPS) instanceof ObjectNode steps) {
            if (!steps.has(CPU)) {
                steps.putArray(CPU);
            }
            if (!steps.has(COUNTERS)) {
                steps.putObject(COUNTERS);
            }
        }
    }
}
