package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command {@code top} as a process of its own whose output goes through a pipe. */
@EnabledOnOs(OS.LINUX)
class TopProcessTest {
    private static ServedLoop training;

    @BeforeAll
    static void start() throws Exception {
        training = ServedLoop.start();
    }

    @AfterAll
    static void end() throws Exception {
        training.end();
    }

    @ParameterizedTest
    @CsvSource({"C, [\\x20-\\x7e\\n]+", "C.UTF-8, (?s).*[▁-█].*"})
    void top_piped_printsSoManyBlocksInWhatTheLocaleCanShow(String locale, String text) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                StepProf.class.getName(),
                "top",
                "localhost:" + training.port(),
                "-n",
                "2",
                "--interval",
                "200ms");
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
}
