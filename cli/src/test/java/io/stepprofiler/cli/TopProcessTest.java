package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command {@code top} as a process of its own whose output goes through a pipe. */
@EnabledOnOs(OS.LINUX)
class TopProcessTest {
    private ServedLoop training;

    @BeforeEach
    void start() throws Exception {
        training = ServedLoop.start();
    }

    @AfterEach
    void end() throws Exception {
        training.end();
    }

    @ParameterizedTest
    @CsvSource({"C, [\\x20-\\x7e\\n]+", "C.UTF-8, (?s).*[▁-█].*"})
    void top_piped_printsSoManyBlocksInWhatTheLocaleCanShow(String locale, String text) throws Exception {
        ProcessBuilder builder = top("2");
        builder.environment().put("LC_ALL", locale);
        Process top = builder.redirectErrorStream(true).start();
        try {
            String printed = new String(top.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(top.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(top.exitValue()).as(printed).isZero();
            assertThat(printed).matches(text);
            assertThat(printed.split(" steps/s; last ", -1)).hasSize(3);
        } finally {
            top.destroyForcibly();
        }
    }

    @Test
    void top_jobThatEndsBeforeEachBlocks_isIncomplete() throws Exception {
        Process top = top("100000").redirectErrorStream(true).start();
        try (BufferedReader lines = top.inputReader(StandardCharsets.UTF_8)) {
            // The virtual machine may print lines of its own before.
            String line = lines.readLine();
            while (line != null && !line.contains(" steps/s")) {
                line = lines.readLine();
            }
            assertThat(line).isNotNull();
            training.end();
            String printed = lines.lines().collect(Collectors.joining("\n"));
            assertThat(top.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(top.exitValue()).as(printed).isEqualTo(ExitCode.INCOMPLETE);
            assertThat(printed).contains("top: ");
        } finally {
            top.destroyForcibly();
        }
    }

    private ProcessBuilder top(String blocks) {
        return new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                StepProf.class.getName(),
                "top",
                "localhost:" + training.port(),
                "-n",
                blocks,
                "--interval",
                "200ms");
    }
}
