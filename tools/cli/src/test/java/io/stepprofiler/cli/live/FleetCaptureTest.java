package io.stepprofiler.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.cli.CommandLines;
import io.stepprofiler.cli.ServedLoop;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.fleet.report.CaptureRanks;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class FleetCaptureTest {
    @TempDir
    private Path dir;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final FleetCaptureCommand command = new FleetCaptureCommand();
    private ServedLoop training;

    @BeforeEach
    void start() throws IOException {
        training = ServedLoop.start();
        Path ranks = Files.createDirectory(dir.resolve("ranks"));
        Files.writeString(
                ranks.resolve("a-1.rank"), "machine=a\nhost=127.0.0.1\npid=1\nrank=4\nport=" + training.port() + "\n");
        Files.writeString(ranks.resolve("b-2.rank"), "machine=b\nhost=127.0.0.1\npid=2\nrank=5\nport=1\n");
        CommandLine line = CommandLines.of(command);
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        line.parseArgs(
                "--ranks=" + ranks,
                "--steps=1",
                "--format=chrome",
                "-o",
                dir.resolve("log").toString(),
                "ledgers");
    }

    @AfterEach
    void end() throws InterruptedException {
        training.end();
    }

    @Test
    void chosenRank_isCapturedAndAnUnregisteredOneIsNamed() throws Exception {
        assertThat(command.capture(new CaptureRanks(List.of(4), OptionalInt.of(9))))
                .isEqualTo(ExitCode.INCOMPLETE);
        assertThat(out.toString()).contains("Wrote ").contains("1 of 2 ranks.");
        assertThat(err.toString())
                .contains("capture: slow [4], usual 9")
                .contains("missing: rank 9 has not registered in " + dir.resolve("ranks"));
    }

    @Test
    void ranksThatHaveNotRegistered_areRefused() {
        assertThatThrownBy(() -> command.capture(new CaptureRanks(List.of(7), OptionalInt.of(9))))
                .isInstanceOf(IOException.class)
                .hasMessage("none of the ranks [7, 9] has registered in " + dir.resolve("ranks"));
    }

    @Test
    void noSlowRank_isRefusedWithTheCommandForAll() {
        assertThatThrownBy(() -> command.capture(new CaptureRanks(List.of(), OptionalInt.empty())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'stepprof capture --ranks " + dir.resolve("ranks") + "' captures all ranks");
    }
}
