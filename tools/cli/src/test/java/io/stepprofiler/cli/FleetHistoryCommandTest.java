package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Profile;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.ledger.LedgerOptions;
import io.stepprofiler.schedule.Schedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetHistoryCommandTest {
    @TempDir
    private Path directory;

    private final StepProfRun run = new StepProfRun();

    private void train(String name) {
        try (Profile profile = Profile.builder()
                .schedule(Schedule.never())
                .ledger(LedgerOptions.DEFAULT.withDirectory(directory.resolve(name)))
                .start()) {
            for (int step = 0; step < 30; step++) {
                profile.step();
            }
        }
    }

    @Test
    void runs_areTheDirectoriesWithLedgers() throws IOException {
        train("monday/log");
        train("tuesday");
        Files.createDirectories(directory.resolve("empty"));
        assertThat(run.run("fleet", "history", "--metric=typical,cost", directory.toString()))
                .isZero();
        assertThat(run.out())
                .contains("NO CHANGE")
                .contains("Cannot tell: too few runs have the figure 'typical step'")
                .containsPattern("\nmonday +2\\d\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\dZ +1 ")
                .containsPattern("\ntuesday +2")
                .doesNotContain("waste a step");
    }

    @Test
    void hiddenDirectory_asAKilledPackingLeavesIt_isNoRun() {
        train("monday");
        train(".packing-tuesday");
        assertThat(run.run("fleet", "history", directory.toString())).isZero();
        assertThat(run.out()).contains("\nmonday ").doesNotContain("tuesday");
    }

    @Test
    void damagedRun_isLeftOutAndCounted() throws IOException {
        train("monday");
        Files.writeString(Files.createDirectories(directory.resolve("tuesday")).resolve("a.steps"), "no ledger");
        assertThat(run.run("fleet", "history", directory.toString())).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(run.err()).contains("left out: ").contains("a.steps");
        assertThat(run.run("fleet", "history", "--fail-on=changed", directory.toString()))
                .isEqualTo(ExitCode.FAILED);
    }

    @Test
    void directoryWithoutRuns_isRefused() {
        assertThat(run.run("fleet", "history", directory.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("contains no run: runs are directories of step ledgers (*.steps)");
    }

    @Test
    void unknownMetric_isRefused() {
        assertThat(run.run("fleet", "history", "--metric=speed", directory.toString()))
                .isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("'speed' is not typical, cost, waste, pauses or throughput");
    }

    @Test
    void diff_comparesTheRanksOfTwoRuns() {
        train("a");
        train("b");
        String first = directory.resolve("a").toString();
        String second = directory.resolve("b").toString();
        assertThat(run.run("fleet", "diff", first, second)).isZero();
        assertThat(run.out()).containsPattern("\\* undisturbed step +\\d").contains("1 rank in both runs");
        String text = run.out();
        run.clear();
        assertThat(run.run("fleet", "diff", first, "--", second)).isZero();
        assertThat(run.out()).isEqualTo(text);
    }

    @Test
    void csv_hasTheRanksOfTwoRunsAndTheRunsOfAHistory() {
        train("a");
        train("b");
        assertThat(run.run(
                        "fleet",
                        "diff",
                        "--csv",
                        directory.resolve("a").toString(),
                        directory.resolve("b").toString()))
                .isZero();
        assertThat(run.out())
                .startsWith("rank,baseHost,nextHost,baseNanos,nextNanos\r\n")
                .matches("(?s).*\r\n0,[^,]*,[^,]*,\\d+,\\d+\r\n");
        run.clear();
        assertThat(run.run("fleet", "history", "--csv", directory.toString())).isZero();
        assertThat(run.out()).startsWith("name,startEpochNanos,ranks,figures.").contains("\r\na,", "\r\nb,");
    }
}
