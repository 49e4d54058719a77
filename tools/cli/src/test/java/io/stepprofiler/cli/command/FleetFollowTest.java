package io.stepprofiler.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.cli.StepProfRun;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.ledger.JobPlace;
import io.stepprofiler.ledger.LedgerBlocks;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.StepLedger;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetFollowTest {
    private static final int RANKS = 16;
    private static final int SLOW_RANK = 3;

    @TempDir
    private Path directory;

    private final List<GrowingLedger> ranks = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(1);

    /** Ledger of a running process. */
    private static final class GrowingLedger {
        private final LedgerBlocks.Written written = new LedgerBlocks.Written();
        private final LedgerBlocks blocks;
        private final Path file;
        private long step;

        GrowingLedger(int rank, Path directory) {
            LedgerRun run = new LedgerRun(
                    "run" + rank,
                    "",
                    "Train",
                    "Train",
                    new ProcessInfo(100 + rank, "host" + rank),
                    new ClockAnchor(0, 1_000_000_000),
                    LedgerRun.Machine.UNKNOWN,
                    OptionalInt.of(rank),
                    RANKS,
                    JobPlace.UNKNOWN);
            blocks = new LedgerBlocks(run, 1 << 20);
            file = directory.resolve(run.fileName());
        }

        void steps(int count, long nanos, SplittableRandom random) throws IOException {
            blocks.beginBlocks();
            for (int i = 0; i < count; i++, step++) {
                long duration = nanos + random.nextLong(nanos / 100);
                blocks.step(new long[] {step, step * 2 * nanos, duration, 0, duration, 0, -1, -1, 0, 0});
            }
            blocks.endSteps(0, 0, false);
            try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                blocks.writeTo(out, written, () -> {});
            }
        }
    }

    private void steps(int count, double slow) throws IOException {
        for (int rank = 0; rank < RANKS; rank++) {
            if (ranks.size() == rank) {
                ranks.add(new GrowingLedger(rank, directory));
            }
            ranks.get(rank).steps(count, Math.round(1e8 * (rank == SLOW_RANK ? 1 + slow : 1)), random);
        }
    }

    private FleetReport report() throws IOException {
        List<StepLedger> ledgers = new ArrayList<>();
        for (GrowingLedger rank : ranks) {
            ledgers.add(StepLedger.read(rank.file));
        }
        return FleetReport.of(ledgers, List.of());
    }

    @Test
    void finding_ofARunThatGoesOn_endsTheCommandWithItsStatus() throws IOException {
        steps(20, 0);
        StepProfRun run = new StepProfRun();
        CompletableFuture<Integer> code = CompletableFuture.supplyAsync(
                () -> run.run("fleet", "report", directory.toString(), "--follow=10ms", "--fail-on=warning"));
        await().until(() -> run.err().contains("16 ranks read, 20 steps: NO SLOW RANK"));
        assertThat(code).isNotDone();

        steps(200, 0.3);
        steps(200, 0.3);

        await().until(code::isDone);
        assertThat(code.join()).isEqualTo(1);
        assertThat(run.err().lines())
                .last()
                .asString()
                .containsPattern("^\\d\\d:\\d\\d:\\d\\d 16 ranks read, .* rank 3 ");
        assertThat(run.out()).startsWith("SLOW RANK: rank 3 ").contains(directory + ": 16 of 16 ranks read");
    }

    @Test
    void lines_areOfChangesOfTheVerdictButNotOfItsFigures() throws Exception {
        Deque<FleetReport> reports = new ConcurrentLinkedDeque<>();
        steps(20, 0);
        reports.add(report());
        steps(10, 0);
        reports.add(report());
        steps(400, 0.3);
        reports.add(report());
        steps(100, 0.31);
        reports.add(report());
        FleetReport last = reports.getLast();
        StringWriter lines = new StringWriter();

        try (FollowedFleet fleet = new FollowedFleet()) {
            assertThat(fleet.last(reports::remove, Duration.ofMillis(1), last::equals, new PrintWriter(lines, true)))
                    .isSameAs(last);
        }

        assertThat(lines.toString().lines()).hasSize(2);
        assertThat(lines.toString()).contains("20 steps: NO SLOW RANK: ").contains("430 steps: SLOW RANK: rank 3 ");
    }

    @Test
    void interrupt_endsTheReportsAndWaitsForTheLastOne() throws Exception {
        steps(20, 0);
        FleetReport report = report();
        StringWriter lines = new StringWriter();
        FollowedFleet fleet = new FollowedFleet();
        CompletableFuture<FleetReport> last = CompletableFuture.supplyAsync(() -> {
            try {
                return fleet.last(() -> report, Duration.ofHours(1), any -> false, new PrintWriter(lines, true));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        await().until(() -> lines.toString().contains("NO SLOW RANK"));

        Thread interrupt = new Thread(fleet::interrupt);
        interrupt.start();

        await().until(last::isDone);
        assertThat(last.join()).isSameAs(report);
        assertThat(interrupt.isAlive()).isTrue();
        fleet.close();
        await().until(() -> !interrupt.isAlive());
    }
}
