package io.stepprofiler.agent.dl4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sequences that are trained piece by piece: each piece is a step. */
@Tag("long")
class Dl4jSequenceTest {
    @Test
    void layers_ofTruncatedBackpropagation_areModulesOncePerPass(@TempDir Path dir) throws Exception {
        JsonNode document = Dl4jProcess.run(dir, SequenceTraining.class);
        Map<String, Long> counts = StreamSupport.stream(
                        document.get("traceEvents").spliterator(), false)
                .filter(event -> event.get("ph").asText().equals("X"))
                .map(event -> event.get("name").asText())
                .filter(name -> name.startsWith("nn.Module") || name.endsWith(" backward") || name.equals("backward"))
                .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
        assertThat(counts)
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
}
