package io.stepprofiler.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecipesTest {
    /** Scopes that each recipe opens in every step. */
    private static final Map<String, String> SCOPES = Map.of(
            "xgboost4j", "boost",
            "tensorflow", "session.run",
            "spark", "job",
            "tribuo", "optimizer",
            "smile", "update");

    @TempDir
    private Path log;

    static Stream<String> names() {
        return Recipe.ALL.keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("names")
    void recipe_ofEachFramework_learnsAndWritesTwoWindowsOfThreeSteps(String name) throws Exception {
        double[] losses = Recipe.run(name, log);

        assertThat(losses[1]).isLessThan(losses[0]);
        assertThat(files()).hasSize(2).allSatisfy(file -> {
            List<String> names = eventNames(file);
            assertThat(names)
                    .filteredOn(event -> event.startsWith("ProfilerStep#"))
                    .hasSize(3);
            assertThat(names).filteredOn(SCOPES.get(name)::equals).hasSize(3);
        });
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(log)) {
            return files.filter(file -> file.toString().endsWith(".json.gz"))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> eventNames(Path file) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            JsonNode events = new ObjectMapper().readTree(in).path("traceEvents");
            return events.findValuesAsText("name");
        }
    }
}
