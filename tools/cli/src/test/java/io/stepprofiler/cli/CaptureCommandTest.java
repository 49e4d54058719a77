package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.capture.ranks.RankDirectory;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.imports.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaptureCommandTest {
    @TempDir
    Path dir;

    private final StepProfRun command = new StepProfRun();
    private ServedLoop training;

    @BeforeEach
    void start() throws IOException {
        training = ServedLoop.start();
    }

    @AfterEach
    void end() throws InterruptedException {
        training.end();
    }

    private int run(String... args) {
        return command.run(args);
    }

    private String target() {
        return "127.0.0.1:" + training.port();
    }

    @Test
    void capture_ofSteps_writesThemAndSaysHowToOpen() throws IOException {
        Path file = dir.resolve("steps.json.gz");
        assertThat(run("capture", target(), "--steps", "2", "-o", file.toString()))
                .isZero();
        assertThat(command.out())
                .contains("Wrote " + file + " (")
                .contains("events begun = ")
                .contains("Open it at https://ui.perfetto.dev");
        assertThat(command.err()).contains("at step ").contains("steps/s");
        assertThat(Traces.read(file).steps()).hasSize(2);
    }

    @Test
    void capture_processId_findsItsServer() {
        Path file = dir.resolve("report.html");
        String pid = String.valueOf(ProcessHandle.current().pid());
        assertThat(run("capture", pid, "--steps", "1", "-o", file.toString())).isZero();
        assertThat(command.out()).contains("Open it in a browser");
        assertThat(file).isNotEmptyFile();
    }

    @Test
    void capture_ofSeveral_becomesOneRunAndNamesWhoIsMissing() throws IOException {
        Files.writeString(dir.resolve("hosts.txt"), "# ranks\n" + target() + "\n\n127.0.0.1:1 # nobody\n");
        Path log = dir.resolve("log");
        assertThat(command.in(dir, "capture --all @hosts.txt --steps 1 -o @log"))
                .isEqualTo(1);
        assertThat(command.err()).contains("missing: 127.0.0.1:1: no server answers");
        assertThat(command.out()).contains("1 of 2 ranks.").contains("tensorboard --logdir " + log);
        try (Stream<Path> files = Files.walk(log.resolve("plugins").resolve("profile"))) {
            assertThat(files.filter(Files::isRegularFile))
                    .singleElement()
                    .satisfies(file -> assertThat(file.toString()).endsWith(".xplane.pb"));
        }
    }

    @Test
    void capture_registeredRanks_areFound() throws IOException {
        RankDirectory ranks = new RankDirectory(dir.resolve("ranks"));
        Runnable withdraw = ranks.register("127.0.0.1", training.port());
        assertThat(command.in(dir, "capture --ranks @ranks --steps 1 -o @log")).isZero();
        withdraw.run();
        assertThat(command.in(dir, "capture --ranks @ranks -o @log")).isEqualTo(2);
        assertThat(command.err()).contains("no process has registered in");
    }

    @Test
    void capture_besideARegistrationThatIsNone_goesOnAndTellsIt() throws IOException {
        Path ranks = dir.resolve("ranks");
        new RankDirectory(ranks).register("127.0.0.1", training.port());
        Files.writeString(ranks.resolve("other.rank"), "port=none");
        Files.createSymbolicLink(ranks.resolve("link.rank"), ranks.resolve("other.rank"));

        assertThat(command.in(dir, "capture --ranks @ranks --steps 1 -o @log")).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(command.out()).contains("1 of 1 ranks.");
        assertThat(command.err())
                .contains(
                        "capture: left out: " + ranks.resolve("other.rank") + " is not a rank file",
                        "capture: left out: " + ranks.resolve("link.rank") + " is not a rank file");
    }

    @ParameterizedTest
    @CsvSource({"--steps 10001, steps = 10001 is not allowed: must be 1 to 10000", "--snapshot, No profile is running"})
    void capture_thatTheServerRefuses_saysWhy(String what, String said) {
        assertThat(command.in(dir, "capture " + target() + " " + what)).isEqualTo(2);
        assertThat(command.err()).contains(said);
    }

    @Test
    void capture_whereNothingCanBeWritten_isRefusedBeforeItBegins() throws IOException {
        Path file = Files.createFile(dir.resolve("file")).resolve("steps.json.gz");
        assertThat(run("capture", target(), "-o", file.toString())).isEqualTo(2);
        assertThat(command.err()).contains("The directory " + file.getParent() + " cannot be created: ");
        assertThat(run("capture", target(), "-o", "/proc/steps.json.gz")).isEqualTo(2);
        assertThat(command.err())
                .contains("nothing can be written in /proc: ")
                .doesNotContain("records")
                .doesNotContain("probe");
    }
}
