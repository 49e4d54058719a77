package io.stepprofiler.capture.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.capture.ranks.Rank;
import io.stepprofiler.capture.ranks.RankCapture;
import io.stepprofiler.capture.ranks.RankResult;
import io.stepprofiler.child.OwnProcess;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.imports.Traces;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankCaptureTest {
    private static final List<Process> PROCESSES = new ArrayList<>();
    private static final List<Rank> RANKS = new ArrayList<>();

    @TempDir
    Path dir;

    @BeforeAll
    static void start() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            ProcessBuilder builder = OwnProcess.builder(
                            List.of("-Xmx128m", "-XX:TieredStopAtLevel=1"), SteppingJob.class)
                    .redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().put("RANK", String.valueOf(rank));
            builder.environment().put("WORLD_SIZE", "2");
            PROCESSES.add(builder.start());
        }
        for (Process process : PROCESSES) {
            BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
            RANKS.add(new Rank("127.0.0.1", Integer.parseInt(out.readLine()), ClientOptions.DEFAULT));
        }
    }

    @AfterAll
    static void end() {
        PROCESSES.forEach(Process::destroyForcibly);
    }

    @Test
    void capture_twoProcesses_haveTheSameSteps() throws Exception {
        RankResult result = RankCapture.capture(
                RANKS, RemoteCapture.ofSteps(3).format(FileFormat.XPLANE), OptionalLong.empty(), dir, line -> {});
        assertThat(result.missing()).isEmpty();
        assertThat(result.directory()).hasParent(dir.resolve("plugins").resolve("profile"));
        assertThat(result.traces()).hasSize(2);
        long first = result.firstStep().orElseThrow();
        for (FetchedTrace trace : result.traces()) {
            assertThat(Traces.read(trace.file()).steps())
                    .extracting(StepMark::number)
                    .containsExactly(first, first + 1, first + 2);
        }
        String host = result.traces().get(0).trace().process().host();
        assertThat(result.traces())
                .extracting(trace -> String.valueOf(trace.file().getFileName()))
                .containsExactly(host + "_0.xplane.pb", host + "_1.xplane.pb");
    }

    @Test
    void capture_aRankDoesNotAnswer_isNamedAndTheOthersAreThere() throws Exception {
        List<Rank> ranks = new ArrayList<>(RANKS);
        ranks.add(new Rank("127.0.0.1", 1, ClientOptions.DEFAULT));
        RankResult result = RankCapture.capture(ranks, RemoteCapture.ofSteps(1), OptionalLong.empty(), dir, line -> {});
        assertThat(result.missing())
                .singleElement()
                .satisfies(why -> assertThat(why).startsWith("127.0.0.1:1: no server answers"));
        assertThat(result.traces())
                .hasSize(2)
                .allSatisfy(trace -> assertThat(String.valueOf(trace.file().getFileName()))
                        .matches(".*_\\d+_[01]\\.\\d+\\.pt\\.trace\\.json\\.gz"));
    }

    @Test
    void capture_stepHasPassedInAll_writesNothingAndSaysSo() throws Exception {
        RankResult result = RankCapture.capture(RANKS, RemoteCapture.ofSteps(1), OptionalLong.of(0), dir, line -> {});
        assertThat(result.traces()).isEmpty();
        assertThat(result.missing())
                .hasSize(2)
                .allSatisfy(why -> assertThat(why).contains("first_step = 0 has passed already"));
        assertThat(dir).isEmptyDirectory();
    }
}
