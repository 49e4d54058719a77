package io.stepprofiler.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ProcessorDelayTest {
    @TempDir
    private Path tasks;

    private void thread(String id, String schedstat) throws IOException {
        Files.writeString(Files.createDirectories(tasks.resolve(id)).resolve("schedstat"), schedstat);
    }

    @Test
    void delay_ofAllThreads_isTheSumOfTheSecondNumbers() throws IOException {
        thread("11", "500 30 7\n");
        thread("12", "0 4000000000000 1\n");
        thread("13", "");
        assertThat(ProcessorDelay.nanos(tasks)).hasValue(4_000_000_000_030L);
    }

    @Test
    void delay_thatIsNotCounted_isNotKnown() throws IOException {
        assertThat(ProcessorDelay.nanos(tasks.resolve("none"))).isEmpty();
        Files.createDirectories(tasks.resolve("11"));
        assertThat(ProcessorDelay.nanos(tasks)).isEmpty();
    }

    @Test
    void delay_ofVeryManyThreads_isNotRead() throws IOException {
        for (int i = 0; i < 257; i++) {
            thread(String.valueOf(i), "1 1 1\n");
        }
        assertThat(ProcessorDelay.nanos(tasks)).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void delay_ofThisProcess_isNotNegative() {
        assertThat(ProcessorDelay.nanos().orElse(0)).isNotNegative();
    }
}
