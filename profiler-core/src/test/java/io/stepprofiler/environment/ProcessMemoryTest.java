package io.stepprofiler.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessMemoryTest {
    @TempDir
    private Path dir;

    private Path status(String text) throws IOException {
        return Files.writeString(dir.resolve("status"), text);
    }

    @Test
    void resident_isThatWithoutPagesOfFiles() throws IOException {
        Path status = status("""
                Name:\tjava
                VmHWM:\t  9000 kB
                VmRSS:\t  123456 kB
                RssAnon:\t  100000 kB
                RssFile:\t   22456 kB
                RssShmem:\t    1000 kB
                Threads:\t12
                """);
        assertThat(ProcessMemory.residentBytes(status)).hasValue(101_000L * 1024);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "VmHWM: 9000 kB\n", "VmRSS:\n", "\nRssAnon: much\nRssShmem: 1 kB\n", "\nRssAnon: 9000 kB\n"})
    void file_thatSaysSomethingElse_isNotKnown(String text) throws IOException {
        assertThat(ProcessMemory.residentBytes(status(text))).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void resident_ofThisProcess_isSomeMebibytes() {
        assertThat(ProcessMemory.residentBytes().orElseThrow()).isGreaterThan(10L << 20);
        assertThat(ProcessMemory.residentBytes(dir.resolve("none"))).isEmpty();
    }
}
