package io.stepprofiler.report.faces;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.WindowLedger;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.child.OwnProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three real processes that wait for each other in each step. */
class RanksTest {
    @TempDir
    private Path dir;

    /** The windows of ranks that augment for so many milliseconds. */
    private List<WindowReport> windows(int... millis) throws Exception {
        List<Process> processes = new ArrayList<>();
        List<Path> summaries = new ArrayList<>();
        try (ServerSocket server = new ServerSocket(0, millis.length, InetAddress.getLoopbackAddress())) {
            for (int rank = 0; rank < millis.length; rank++) {
                summaries.add(dir.resolve("rank" + rank + ".json"));
                ProcessBuilder builder = OwnProcess.builder(
                        List.of("-XX:TieredStopAtLevel=1", "-Xmx64m"),
                        RankProgram.class,
                        String.valueOf(server.getLocalPort()),
                        summaries.get(rank).toString(),
                        String.valueOf(millis[rank]));
                builder.environment().put("RANK", String.valueOf(rank));
                builder.environment().put("WORLD_SIZE", String.valueOf(millis.length));
                processes.add(builder.redirectErrorStream(true)
                        .redirectOutput(dir.resolve("rank" + rank + ".txt").toFile())
                        .start());
            }
            meet(server, millis.length);
            List<WindowReport> windows = new ArrayList<>();
            for (int rank = 0; rank < millis.length; rank++) {
                assertThat(processes.get(rank).waitFor(1, TimeUnit.MINUTES)).isTrue();
                assertThat(processes.get(rank).exitValue())
                        .as(Files.readString(dir.resolve("rank" + rank + ".txt")))
                        .isZero();
                windows.addAll(SummaryFile.read(summaries.get(rank)).windows());
            }
            return windows;
        } finally {
            processes.forEach(Process::destroy);
        }
    }

    /** Lets all ranks go on when all of them are there, until they end. */
    private static void meet(ServerSocket server, int ranks) throws IOException {
        server.setSoTimeout(60_000);
        List<Socket> all = new ArrayList<>();
        try {
            for (int i = 0; i < ranks; i++) {
                all.add(server.accept());
            }
            while (true) {
                for (Socket each : all) {
                    if (each.getInputStream().read() < 0) {
                        return;
                    }
                }
                for (Socket each : all) {
                    each.getOutputStream().write(1);
                }
            }
        } finally {
            for (Socket each : all) {
                each.close();
            }
        }
    }

    @Test
    void ranks_oneAugmentsForLonger_isTheStragglerAndAllFacesSayWhy() throws Exception {
        List<WindowReport> windows = windows(10, 70, 10);
        StepReport report = new StepReport(StepReport.VERSION, windows)
                .withRanks(RankFindings.of(
                        windows, windows.stream().map(WindowLedger::of).toList()));
        assertThat(report.ranks()).extracting(Finding::rule).startsWith("straggler-rank");
        Finding found = report.ranks().get(0);
        assertThat(found.severity()).isEqualTo(Severity.WARNING);
        assertThat(found.sentence()).contains("rank 1 takes", "for augment");
        assertThat(found.gainNanosPerStep()).isGreaterThan(20_000_000);
        assertThat(found.proofs())
                .hasSize(3)
                .allSatisfy(proof -> assertThat(proof.text()).contains(" of own work in a step of "));
        // All ranks take the same time for a step, since they wait for each other.
        assertThat(report.windows())
                .allSatisfy(window -> assertThat(window.stepTime().median()).isGreaterThan(80_000_000));

        assertThat(ReportDocument.text(report)).startsWith("3 ranks\n[warning] Straggler: rank 1 takes");
        assertThat(ReportDocument.markdown(report))
                .startsWith("## 3 ranks")
                .contains("- **\\[warning\\] Straggler**: ");
        Path json = Files.writeString(dir.resolve("all.json"), SummaryFile.json(report));
        assertThat(SummaryFile.read(json)).isEqualTo(report);
    }
}
