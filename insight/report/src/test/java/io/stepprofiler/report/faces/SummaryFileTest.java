package io.stepprofiler.report.faces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SummaryFileTest {
    private static final Path TORCH =
            Path.of("../readers/src/test/resources/io/stepprofiler/readers/chrome/kineto.pt.trace.json.gz");

    @TempDir
    Path dir;

    private static void assertFollowsSchema(String json) throws IOException {
        try (InputStream in = SummaryFile.class.getResourceAsStream("summary.schema.json")) {
            JsonSchema schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                    .getSchema(in);
            assertThat(schema.validate(json, InputFormat.JSON)).isEmpty();
        }
    }

    private StepReport readBack(String json) throws IOException {
        return SummaryFile.read(Files.writeString(dir.resolve("summary.json"), json));
    }

    @Test
    void summary_withARun_followsTheSchema() throws IOException {
        assertFollowsSchema(SummaryFile.json(RunLinesTest.report(0)));
    }

    static StepReport roundTrip(StepReport report) throws IOException {
        Path file = Files.createTempFile("summary", ".json");
        try {
            return SummaryFile.read(Files.writeString(file, SummaryFile.json(report)));
        } finally {
            Files.delete(file);
        }
    }

    private static Trace large(int steps, int names) {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(1, "main");
        for (int i = 0; i < steps; i++) {
            builder.step(new StepMark(i, 1_000_000L * i, 999_999, 1, false));
            for (int j = 0; j < 40; j++) {
                int name = builder.nameId("a phase with a long name ".repeat(4) + (i * 7 + j) % names);
                main.add(name, 1_000_000L * i + 20_000L * j, 19_000);
                main.add(
                        builder.nameId("Park (" + "x".repeat(100) + j + ")", EventKind.WAIT, ""),
                        1_000_000L * i + 20_000L * j + 100,
                        5_000);
            }
        }
        return builder.build();
    }

    @Test
    void json_ofARealLoop_followsTheSchemaAndIsReadBack() throws Exception {
        try (Faults faults = new Faults()) {
            StepReport report = StepReport.of(SmallLoop.withFault(4, faults::collect));
            String json = SummaryFile.json(report);
            assertFollowsSchema(json);
            assertThat(readBack(json)).isEqualTo(report);
        }
    }

    @Test
    void json_ofATraceOfTorch_followsTheSchemaAndIsReadBack() throws IOException {
        try (ImportedTrace opened = Traces.open(TORCH, ImportOptions.DEFAULT)) {
            StepReport report = StepReport.of(opened.trace());
            String json = SummaryFile.json(report);
            assertFollowsSchema(json);
            assertThat(readBack(json)).isEqualTo(report);
            assertThat(report.windows().get(0).stepTime().count()).isPositive();
        }
    }

    @Test
    void json_ofManyLargeWindows_staysWithinItsLimitAndIsReadBack() throws IOException {
        Trace trace = large(100, 300);
        List<StepReport.Source> sources = IntStream.range(0, 20)
                .mapToObj(i -> new StepReport.Source("rank" + i, new WindowAnalysis(trace), List.of()))
                .toList();
        StepReport report = StepReport.of(sources, RuleSet.builtIn());
        String json = SummaryFile.json(report);
        assertThat(readBack(json)).isNotEqualTo(report);
        assertThat(json.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(SummaryFile.MAX_BYTES);
        assertFollowsSchema(json);
        assertThat(readBack(json).windows()).isNotEmpty();
        List<Long> all = report.windows().get(0).steps().numbers();
        assertThat(readBack(json).windows().get(0).steps().numbers())
                .as("steps between which the window is")
                .hasSizeLessThan(all.size())
                .startsWith(all.get(0))
                .endsWith(all.get(all.size() - 1));
    }

    @Test
    void json_stepsOfEachWindow_addUpToTheirDurations() {
        StepReport report = StepReport.of(large(50, 300));
        report.windows().forEach(window -> {
            for (int i = 0; i < window.steps().numbers().size(); i++) {
                int step = i;
                assertThat(window.steps().parts().values().stream()
                                .mapToLong(column -> column.get(step))
                                .sum())
                        .isEqualTo(window.steps().durationNanos().get(i));
            }
        });
    }

    @Test
    void read_summaryOfAnOlderVersion_hasTheVerdictOfItsWindows() throws Exception {
        try (Faults faults = new Faults()) {
            StepReport report = StepReport.of(SmallLoop.withFault(4, faults::collect));
            ObjectNode old = (ObjectNode) new ObjectMapper().readTree(SummaryFile.json(report));
            old.remove("verdicts");
            for (JsonNode finding : old.findParents("partOf")) {
                ((ObjectNode) finding).remove("partOf");
            }
            StepReport read = readBack(old.toString());
            assertThat(read.verdicts()).singleElement().satisfies(verdict -> {
                assertThat(verdict.windows()).containsExactly(0);
                assertThat(verdict.verdict().sentence())
                        .isEqualTo(report.verdicts().get(0).verdict().sentence());
            });
        }
    }

    @Test
    void json_ofAnEmptyTrace_isReadBack() throws IOException {
        StepReport report = StepReport.of(new TraceBuilder().build());
        assertFollowsSchema(SummaryFile.json(report));
        assertThat(readBack(SummaryFile.json(report))).isEqualTo(report);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "{\"version\":1}",
                "{\"version\":1,\"windows\":[{}]}",
                "{\"version\":1,\"windows\":[null]}",
                "{\"version\":1,\"windows\":[{\"run\":\"x\"}]}"
            })
    void read_whatIsNoSummary_isRefusedInOneSentence(String json) {
        assertThatThrownBy(() -> readBack(json))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not a summary");
    }

    @Test
    void read_anotherVersion_isRefusedNamingBoth() {
        assertThatThrownBy(() -> readBack("{\"version\":99,\"windows\":[]}"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version 99")
                .hasMessageContaining("version 1");
    }

    @Test
    void read_tooLargeOrTooDeep_isRefused() {
        assertThatThrownBy(() -> readBack(" ".repeat(SummaryFile.MAX_BYTES) + "{}"))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> readBack("{\"version\":1,\"windows\":" + "[".repeat(1000)))
                .isInstanceOf(IOException.class);
    }
}
