package io.stepprofiler.agent.samediff;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.stepprofiler.agent.dl4j.Dl4jProcess;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real graphs of SameDiff on ND4J's native backend, each in a process of its own. */
@Tag("long")
class SameDiffTest {
    private static Map<String, Long> counts(JsonNode document, Predicate<JsonNode> events) {
        return StreamSupport.stream(document.get("traceEvents").spliterator(), false)
                .filter(event -> event.get("ph").asText().equals("X"))
                .filter(events)
                .map(event -> event.get("name").asText())
                .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
    }

    @Test
    void training_ofAGraph_hasAStepAnIterationAndAModuleANode(@TempDir Path dir) throws Exception {
        JsonNode document = Dl4jProcess.run(dir, GraphTraining.class);

        assertThat(counts(document, event -> event.get("name").asText().startsWith("ProfilerStep")))
                .containsOnlyKeys("ProfilerStep#2", "ProfilerStep#3", "ProfilerStep#4");
        assertThat(counts(document, event -> event.get("name").asText().startsWith("nn.Module")))
                .containsEntry("nn.Module: TrainingSession_0", 3L)
                .containsEntry("nn.Module: Mmul_0", 3L)
                .containsEntry("nn.Module: Mmul_1", 3L)
                .containsEntry("nn.Module: MmulBp_0", 3L);
        assertThat(counts(
                        document,
                        event -> event.at("/args/Module Hierarchy").asText().equals("SameDiff.matmul")))
                .isEqualTo(Map.of("nd4j::matmul", 3L));
        assertThat(counts(document, event -> event.at("/args/FLOPs").asLong() == 2 * 8 * 16 * 32))
                .isEqualTo(Map.of("nd4j::matmul", 3L));
        assertThat(counts(document, event -> event.at("/args/FLOPs").asLong() == 4 * 8 * 32 * 4))
                .isEqualTo(Map.of("nd4j::matmul_bp", 3L));
        // Also those that SameDiff executes on the arrays of a context.
        assertThat(counts(
                        document,
                        event -> event.get("name").asText().equals("nd4j::relu")
                                && event.at("/args/Input Dims").toString().equals("[[8,32]]")))
                .isEqualTo(Map.of("nd4j::relu", 3L));
    }

    @Test
    void memoryProfileAndGradients_ofAGraph_haveTheirResultsWithWhoMadeThem(@TempDir Path dir) throws Exception {
        String printed = Dl4jProcess.output(dir, GraphOutput.class);

        assertThat(printed.lines()).containsOnlyOnce("SCOPE graph building (gradients)");
        assertThat(printed)
                .contains("Results of 4 operations")
                .contains("1,024  c      float [8, 32]  ←  nd4j::matmul [[8, 16], [16, 32]]  in SameDiff › matmul")
                .containsPattern("float \\[8, 32]  ←  nd4j::relu \\[\\[8, 32]]  in SameDiff › relu")
                .contains("128  c      float [8, 4]  ←  nd4j::softmax [[8, 4]]  in SameDiff › softmax")
                .contains("Least peak of all valid orders on unknown device: 2 KiB")
                .doesNotContain("Not known");
    }
}
