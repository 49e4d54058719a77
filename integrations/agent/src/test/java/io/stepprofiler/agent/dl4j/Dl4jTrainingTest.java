package io.stepprofiler.agent.dl4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real training with Deeplearning4j on ND4J's native backend, in a process of its own. */
class Dl4jTrainingTest {
    private static final List<JsonNode> EVENTS = new ArrayList<>();
    private static JsonNode document;

    @BeforeAll
    static void train(@TempDir Path dir) throws Exception {
        document = Dl4jProcess.run(dir, DigitTraining.class, "jvm=flight");
        EVENTS.addAll(slices(document));
    }

    @Test
    void iterations_areSteps() {
        assertThat(EVENTS)
                .extracting(event -> event.get("name").asText())
                .contains("ProfilerStep#2", "ProfilerStep#3", "ProfilerStep#4")
                .doesNotContain("ProfilerStep#1", "ProfilerStep#5");
    }

    @Test
    void batches_ofEachStep_haveTheirSize() {
        List<Double> sizes = new ArrayList<>();
        document.get("traceEvents").forEach(event -> {
            if (event.get("name").asText().startsWith("batch size")) {
                event.get("args").forEach(value -> sizes.add(value.asDouble()));
            }
        });
        assertThat(sizes).containsExactly(8.0, 8.0, 8.0);
    }

    @Test
    void phases_areThereInEachStep() {
        assertThat(counts(name -> List.of("forward", "loss", "backward").contains(name)))
                .isEqualTo(Map.of("forward", 3L, "loss", 3L, "backward", 3L));
        assertThat(counts("optimizer"::equals)).containsKey("optimizer");
    }

    @Test
    void data_isLoadedOncePerStep() {
        assertThat(counts(name -> name.contains("DataLoader") && name.endsWith("__next__")))
                .containsOnlyKeys("enumerate(DataLoader)#ListDataSetIterator.__next__");
    }

    @Test
    void networkAndLayers_areModulesOfTheirTypesOncePerPass() {
        // The forward pass of the last layer is part of the loss and of its backward pass.
        assertThat(counts(name -> name.startsWith("nn.Module")))
                .isEqualTo(Map.of("nn.Module: MultiLayerNetwork_0", 3L, "nn.Module: DenseLayer_0", 3L));
        assertThat(counts(name -> name.endsWith(" backward")))
                .isEqualTo(Map.of("layer0 backward", 3L, "layer1 backward", 3L));
    }

    @Test
    void operations_areNotInsideEachOther() {
        List<JsonNode> operations = EVENTS.stream()
                .filter(event -> event.get("name").asText().startsWith("nd4j::"))
                .toList();
        assertThat(operations).hasSizeGreaterThan(60);
        for (int i = 1; i < operations.size(); i++) {
            JsonNode last = operations.get(i - 1);
            assertThat(operations.get(i).get("ts").asDouble())
                    .isGreaterThanOrEqualTo(
                            last.get("ts").asDouble() + last.get("dur").asDouble() - 0.001);
        }
    }

    @Test
    void operations_ofEachStep_areTheSame() {
        counts(name -> name.startsWith("nd4j::"))
                .forEach((name, count) -> assertThat(count % 3).as(name).isZero());
    }

    @Test
    void products_haveShapesOfBatchAndWeights() {
        assertThat(EVENTS.stream()
                        .filter(event -> event.get("name").asText().equals("nd4j::gemm"))
                        .map(event -> event.at("/args/Input Dims").toString()))
                .contains("[[8,16],[16,32]]");
    }

    @Test
    void nothing_isLost() {
        // From JDK 25 on the flight recorder tells how many samples of processor time it missed.
        assertThat(document.at("/stepProfiler/dropped").fieldNames())
                .toIterable()
                .isSubsetOf("activity source");
        assertThat(document.at("/stepProfiler/unfinished")).isEmpty();
        assertThat(document.at("/stepProfiler/anomalies")).isEmpty();
    }

    /** A network that is a graph of layers. */
    @Test
    @Tag("long")
    void graph_inTraining_hasStepsPhasesAndLayersAsModules(@TempDir Path dir) throws Exception {
        List<JsonNode> events = slices(Dl4jProcess.run(dir, DigitGraphTraining.class));
        assertThat(counts(events, name -> name.startsWith("ProfilerStep")))
                .containsOnlyKeys("ProfilerStep#2", "ProfilerStep#3", "ProfilerStep#4");
        assertThat(counts(events, name -> name.equals("forward") || name.equals("backward")))
                .isEqualTo(Map.of("forward", 3L, "backward", 3L));
        assertThat(counts(events, name -> name.startsWith("nn.Module")))
                .isEqualTo(Map.of(
                        "nn.Module: ComputationGraph_0",
                        3L,
                        "nn.Module: DenseLayer_0",
                        3L,
                        "nn.Module: DenseLayer_1",
                        3L));
        assertThat(counts(events, name -> name.endsWith(" backward")))
                .isEqualTo(Map.of("left backward", 3L, "right backward", 3L, "output backward", 3L));
    }

    /** Sequences that are trained piece by piece: each piece is a step. */
    @Test
    @Tag("long")
    void layers_ofTruncatedBackpropagation_areModulesOncePerPass(@TempDir Path dir) throws Exception {
        List<JsonNode> events = slices(Dl4jProcess.run(dir, SequenceTraining.class));
        assertThat(counts(events, name -> name.startsWith("nn.Module") || name.endsWith("backward")))
                .isEqualTo(Map.of(
                        "nn.Module: MultiLayerNetwork_0",
                        3L,
                        "nn.Module: LSTM_0",
                        3L,
                        "layer0 backward",
                        3L,
                        "layer1 backward",
                        3L,
                        "backward",
                        3L));
    }

    private static List<JsonNode> slices(JsonNode document) {
        return StreamSupport.stream(document.get("traceEvents").spliterator(), false)
                .filter(event -> event.get("ph").asText().equals("X"))
                .toList();
    }

    private static Map<String, Long> counts(Predicate<String> names) {
        return counts(EVENTS, names);
    }

    private static Map<String, Long> counts(List<JsonNode> events, Predicate<String> names) {
        return events.stream()
                .map(event -> event.get("name").asText())
                .filter(names)
                .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
    }
}
