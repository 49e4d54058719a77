package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.Captures;
import io.stepprofiler.child.OwnProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
        String server = "127.0.0.1:" + training.port();
        Process capture = OwnProcess.builder(
                        List.of("-XX:TieredStopAtLevel=1"),
                        StepProf.class,
                        ("capture " + server + " 127.0.0.1:1 --steps 10000 -o " + dir).split(" "))
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
