package io.stepprofiler.report.faces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.StepReport.Source;
import io.stepprofiler.analysis.rules.Diagnosis;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.analysis.rules.WindowFacts;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What changes no diagnosis of a file that torch's profiler has written. */
class RecordedTraceInvariantsTest {
    private static final Path TORCH =
            Path.of("../readers/src/test/resources/io/stepprofiler/readers/chrome/kineto.pt.trace.json.gz");
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path directory;

    private static Diagnosis check(Path file) throws IOException {
        return RuleSet.builtIn().check(WindowFacts.of(Traces.read(file)));
    }

    private static Map<String, String> sentences(Diagnosis diagnosis) {
        return diagnosis.findings().stream()
                .collect(Collectors.toMap(Finding::rule, Finding::sentence, (one, other) -> one, TreeMap::new));
    }

    private static ObjectNode torch() throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(TORCH))) {
            return (ObjectNode) JSON.readTree(in);
        }
    }

    private Path write(ObjectNode trace, String name) throws IOException {
        return Files.write(directory.resolve(name), JSON.writeValueAsBytes(trace));
    }

    /** Of events with the same times, the first is around the others: only their order tells. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void diagnosis_ofTheEventsInAnotherOrder_isEqual(long seed) throws IOException {
        ObjectNode trace = torch();
        Map<List<JsonNode>, List<JsonNode>> groups = new LinkedHashMap<>();
        for (JsonNode event : trace.get("traceEvents")) {
            groups.computeIfAbsent(
                            List.of(event.path("tid"), event.path("ts"), event.path("dur")), any -> new ArrayList<>())
                    .add(event);
        }
        List<List<JsonNode>> shuffled = new ArrayList<>(groups.values());
        Collections.shuffle(shuffled, new Random(seed));
        ArrayNode events = JSON.createArrayNode();
        shuffled.forEach(events::addAll);
        trace.set("traceEvents", events);
        Diagnosis expected = check(TORCH);
        Diagnosis found = check(write(trace, "shuffled.json"));
        assertThat(expected.findings()).isNotEmpty();
        assertThat(sentences(found)).isEqualTo(sentences(expected));
        assertThat(found.verdict()).isEqualTo(expected.verdict());
    }

    @Test
    void shares_ofTheEventsWithAllTimesDoubled_areEqual() throws IOException {
        ObjectNode trace = torch();
        for (JsonNode event : trace.get("traceEvents")) {
            for (String key : List.of("ts", "dur")) {
                if (event.has(key)) {
                    ((ObjectNode) event).put(key, 2 * event.get(key).asDouble());
                }
            }
        }
        Map<String, Double> expected = figures(check(TORCH));
        Map<String, Double> found = figures(check(write(trace, "slower.json")));
        // It compares operations with ten microseconds.
        expected.remove("small-operations");
        found.remove("small-operations");
        assertThat(found.keySet()).isEqualTo(expected.keySet());
        expected.forEach((rule, figure) -> assertThat(found.get(rule)).as(rule).isCloseTo(figure, within(1e-3)));
    }

    private static Map<String, Double> figures(Diagnosis diagnosis) {
        return diagnosis.findings().stream()
                .collect(Collectors.toMap(Finding::rule, Finding::measure, (one, other) -> one, TreeMap::new));
    }

    @Test
    void verdict_besideACopyOfTheFile_isEqual() throws IOException {
        Trace trace = Traces.read(TORCH);
        Source source = new Source("a.json", new WindowAnalysis(trace), List.of());
        Source copy = new Source("copy of a.json", new WindowAnalysis(Traces.read(TORCH)), List.of());
        assertThat(StepReport.of(List.of(source, copy), RuleSet.builtIn()).verdicts())
                .isEqualTo(StepReport.of(List.of(source), RuleSet.builtIn()).verdicts());
    }
}
