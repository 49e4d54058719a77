package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.Captures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code capture} as a process of its own that is told to end. */
class CaptureProcessTest {
    @TempDir
    private Path dir;

    @Test
    void captureOfSeveral_thatIsToldToEnd_leavesNoRunWithoutFiles() throws Exception {
        ServedLoop training = ServedLoop.start();
        Path printed = Files.createFile(dir.resolve("printed"));
        Process capture = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        StepProf.class.getName(),
                        "capture",
                        "127.0.0.1:" + training.port(),
                        "127.0.0.1:1",
                        "--steps",
                        "10000",
                        "-o",
                        dir.toString())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            await().atMost(1, TimeUnit.MINUTES)
                    .untilAsserted(() -> assertThat(Captures.current())
                            .as(Files.readString(printed))
                            .isPresent());
            Path runs = dir.resolve("plugins").resolve("profile");
            assertThat(runs).isNotEmptyDirectory();
            capture.destroy();
            assertThat(capture.waitFor(30, TimeUnit.SECONDS))
                    .as(Files.readString(printed))
                    .isTrue();
            assertThat(runs).as(Files.readString(printed)).isEmptyDirectory();
        } finally {
            capture.destroyForcibly();
            training.end();
        }
    }
}
