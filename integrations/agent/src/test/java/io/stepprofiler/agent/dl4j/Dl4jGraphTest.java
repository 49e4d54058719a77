package io.stepprofiler.agent.dl4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A network that is a graph of layers, trained in a process of its own. */
@Tag("long")
class Dl4jGraphTest {
    @Test
    void graph_inTraining_hasStepsPhasesAndLayersAsModules(@TempDir Path dir) throws Exception {
        JsonNode document = Dl4jProcess.run(dir, DigitGraphTraining.class);

        assertThat(counts(document, name -> name.startsWith("ProfilerStep")))
                .containsOnlyKeys("ProfilerStep#2", "ProfilerStep#3", "ProfilerStep#4");
        assertThat(counts(document, name -> name.equals("forward") || name.equals("backward")))
                .isEqualTo(Map.of("forward", 3L, "backward", 3L));
        assertThat(counts(document, name -> name.startsWith("nn.Module")))
                .isEqualTo(Map.of(
                        "nn.Module: ComputationGraph_0",
                        3L,
                        "nn.Module: DenseLayer_0",
                        3L,
                        "nn.Module: DenseLayer_1",
                        3L));
        assertThat(counts(document, name -> name.endsWith(" backward")))
                .isEqualTo(Map.of("left backward", 3L, "right backward", 3L, "output backward", 3L));
    }

    private static Map<String, Long> counts(JsonNode document, Predicate<String> names) {
        return StreamSupport.stream(document.get("traceEvents").spliterator(), false)
                .filter(event -> event.get("ph").asText().equals("X"))
                .map(event -> event.get("name").asText())
                .filter(names)
                .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
    }
}
