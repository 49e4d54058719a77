package io.stepprofiler.report.faces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.analysis.diff.DiffMetric;
import io.stepprofiler.analysis.diff.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NoiseFileTest {
    @TempDir
    Path dir;

    @Test
    void read_whatWasAdded_isPutTogetherByMachine() throws IOException {
        Path file = dir.resolve(".stepprof/noise.json");
        assertThat(NoiseFile.read(file, "a")).isEmpty();
        NoiseFile.add(file, "a", Map.of(DiffMetric.COST, new Spread(0.03, 4, "")));
        NoiseFile.add(file, "a", Map.of(DiffMetric.COST, new Spread(0.04, 4, "")));
        NoiseFile.add(file, "b", Map.of(DiffMetric.COST, new Spread(0.5, 4, ""), DiffMetric.TYPICAL, Spread.ASSUMED));
        Spread spread = NoiseFile.read(file, "a").get(DiffMetric.COST);
        assertThat(spread.degrees()).isEqualTo(8);
        assertThat(spread.deviation()).isCloseTo(Math.sqrt((0.0009 + 0.0016) / 2), within(1e-12));
        assertThat(spread.origin()).contains("noise.json");
        assertThat(NoiseFile.read(file, "b")).containsOnlyKeys(DiffMetric.COST);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "{\"version\":2,\"entries\":[]}",
                "{\"version\":1}",
                "{\"version\":1,\"entries\":[null]}",
                "{\"version\":1,\"entries\":[{\"metric\":\"cost\",\"deviation\":-1,\"degrees\":3,\"host\":\"a\"}]}",
            })
    void read_whatIsNoSuchFile_isRefusedAndLeftAlone(String json) throws IOException {
        Path file = Files.writeString(dir.resolve("noise.json"), json);
        assertThatThrownBy(() -> NoiseFile.read(file, "a")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> NoiseFile.add(file, "a", Map.of())).isInstanceOf(IOException.class);
        assertThat(file).hasContent(json);
    }
}
