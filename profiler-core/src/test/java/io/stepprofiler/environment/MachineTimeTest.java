package io.stepprofiler.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MachineTimeTest {
    @TempDir
    private Path dir;

    private Path stat(String text) throws IOException {
        return Files.writeString(dir.resolve("stat"), text);
    }

    @Test
    void time_isThatOfAllProcessorsWithoutIdlingAndWaiting() throws IOException {
        Path stat = stat("cpu  1 20 300 4000 50000 600000 7000000 80000000 9 9\ncpu0 5 5 5 5 5 5 5 5 5 5\n");
        assertThat(MachineTime.nanos(stat)).hasValue((1 + 20 + 300 + 600_000 + 7_000_000 + 80_000_000L) * 10_000_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "cpu0 1 1 1 1 1 1 1 1 1\n", "cpu 1 2 3\n", "cpu a b c d e f g h i\n"})
    void file_thatSaysSomethingElse_isNotKnown(String text) throws IOException {
        assertThat(MachineTime.nanos(stat(text))).isEmpty();
    }

    @Test
    void processors_areThoseWithLinesOfTheirOwn() throws IOException {
        Path stat = stat("cpu  9 9 9\ncpu0 5 5 5\ncpu7 5 5 5\nintr 1 2 3\ncpu8 1\n");
        assertThat(MachineTime.processors(stat)).isEqualTo(2);
    }

    @Test
    void file_thatIsMissing_isNotKnown() {
        assertThat(MachineTime.nanos(dir.resolve("none"))).isEmpty();
        assertThat(MachineTime.processors(dir.resolve("none"))).isZero();
    }
}
