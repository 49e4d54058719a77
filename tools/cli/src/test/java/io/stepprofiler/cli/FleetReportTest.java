package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Profile;
import io.stepprofiler.ledger.LedgerOptions;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.DistributedInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetReportTest {
    @TempDir
    private Path directory;

    private final StepProfRun run = new StepProfRun();

    private void train(int rank) {
        try (Profile profile = Profile.builder()
                .schedule(Schedule.never())
                .distributed(new DistributedInfo(rank, 3, "gloo", "host" + rank))
                .ledger(LedgerOptions.DEFAULT.to(directory))
                .start()) {
            for (int step = 0; step < 30; step++) {
                profile.step();
            }
        }
    }

    @Test
    void ledgersOfADirectory_areComparedAsRanks() {
        train(0);
        train(1);
        assertThat(run.run("fleet", "report", directory.toString())).isZero();
        assertThat(run.out()).contains("2 of 3 ranks compared, 1 missing, 0 files unreadable; 30 steps;");
    }

    @Test
    void damagedLedger_isLeftOutAndCounted() throws IOException {
        train(0);
        train(1);
        Files.writeString(directory.resolve("broken.steps"), "no ledger");
        assertThat(run.run("fleet", "report", directory.toString())).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(run.out()).contains("1 file unreadable");
        assertThat(run.err()).contains("broken.steps");
    }

    @Test
    void directoryWithoutALedger_isRefused() {
        assertThat(run.run("fleet", "report", directory.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("contains no step ledger (*.steps)");
    }
}
