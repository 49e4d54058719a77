package io.stepprofiler.report.faces;

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
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.run.LedgerSteps;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;

/** Reads summaries, within limits. Separate from the writer, so that training programs do not load Jackson's mapper. */
final class SummaryReader {
    private static final int MAX_DEPTH = 30;
    private static final int MAX_TEXT = 20_000;
    private static final int MAX_NUMBER = 400;
    private static final String WINDOWS = "windows";

    /** Member that summaries before version 0.1.0 lack. */
    private static final String RUNS = "runs";

    /** Members that summaries of version 0.1.0 and earlier lack. */
    private static final String VERDICTS = "verdicts";

    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxStringLength(MAX_TEXT)
                            .maxNumberLength(MAX_NUMBER)
                            .build())
                    .build())
            // Uses only public members, so that the module need not be opened.
            .disable(MapperFeature.CAN_OVERRIDE_ACCESS_MODIFIERS)
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    private SummaryReader() {}

    /** Parses a summary; the file, which may be a page, is only named in errors. */
    static StepReport parse(Path file, byte[] json) throws IOException {
        try {
            JsonNode tree = MAPPER.readTree(json);
            if (tree == null
                    || !tree.path(SummaryFile.VERSION).isInt()
                    || !tree.path(WINDOWS).isArray()) {
                throw new IOException(file + " is not a summary: it has no version or no windows");
            }
            int version = tree.path(SummaryFile.VERSION).intValue();
            if (version != StepReport.VERSION) {
                throw new IOException(
                        file + " is a summary of version " + version + "; supported is version " + StepReport.VERSION);
            }
            if (tree instanceof ObjectNode summary && !summary.has(RUNS)) {
                summary.putArray(RUNS);
            }
            boolean hasVerdicts = tree.has(VERDICTS);
            if (!hasVerdicts) {
                ((ObjectNode) tree).putArray(VERDICTS);
                addMissing(tree);
            }
            tree.path(WINDOWS).forEach(window -> addSections(window, WindowReport.class));
            tree.path(RUNS).forEach(run -> addSections(run.path("steps"), LedgerSteps.class));
            StepReport report = MAPPER.treeToValue(tree, StepReport.class);
            return hasVerdicts ? report : report.withRuns(report.runs());
        } catch (JsonProcessingException e) {
            throw new IOException(
                    file + " is not a summary, or is damaged: " + OneLine.of(String.valueOf(e.getOriginalMessage())),
                    e);
        }
    }

    /** Adds the members that older summaries lack. */
    private static void addMissing(JsonNode tree) {
        tree.findParents("gainShare").forEach(finding -> ((ObjectNode) finding).put("partOf", ""));
        tree.findParents("warmUpFactor")
                .forEach(steps -> ((ObjectNode) steps)
                        .put("warmUpNanos", 0)
                        .put("profilerShare", -1.0)
                        .putArray("course"));
    }

    /** Moves members into the sections of the record that they become. */
    private static void addSections(JsonNode node, Class<? extends Record> type) {
        if (!(node instanceof ObjectNode object)) {
            return;
        }
        for (RecordComponent component : type.getRecordComponents()) {
            if (PlainJson.SECTIONS.contains(component.getType())) {
                ObjectNode section = object.putObject(component.getName());
                for (RecordComponent member : component.getType().getRecordComponents()) {
                    JsonNode value = object.remove(member.getName());
                    if (value != null) {
                        section.set(member.getName(), value);
                    }
                }
            }
        }
    }
}
