package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Profile;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.ledger.LedgerOptions;
import io.stepprofiler.ledger.Parallelism;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.DistributedInfo;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FleetWhatIfTest {
    @TempDir
    private static Path directory;

    private final StepProfRun run = new StepProfRun();

    @BeforeAll
    static void train() {
        for (int rank = 0; rank < 4; rank++) {
            int stage = rank / 2;
            try (Profile profile = Profile.builder()
                    .schedule(Schedule.never())
                    .distributed(new DistributedInfo(rank, 4, "gloo", "host"))
                    .ledger(LedgerOptions.DEFAULT
                            .withDirectory(directory)
                            .withPlace(place -> place.position(Parallelism.PIPELINE, stage)))
                    .start()) {
                for (int step = 0; step < 40; step++) {
                    profile.step();
                }
            }
        }
    }

    @Test
    void changes_areInTheAnswer() {
        assertThat(run.run("fleet", "whatif", "--without=rank=1,rank=3", "--stage=0=+10%", directory.toString()))
                .isZero();
        assertThat(run.out().replaceAll("\\s+", " "))
                .startsWith("With --without rank=1,rank=3 --stage 0=+10%, a step would take ")
                .contains(" instead of ")
                .contains("2 ranks of 4 would be as fast as the others; 40 steps.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --without=rank=9    | --without rank=9 is not allowed: must be a place of this run
                    --without=rack=     | --without rack= is not allowed: must be rank=NUMBER
                    --without=node=a    | --without node=a is not allowed: must be rank=NUMBER, host=NAME or rack=NAME
                    --stage=7=-10%      | --stage 7 is not allowed: must be a stage of this run
                    --stage=0=-101%     | --stage 0=-101% is not allowed: must be a percentage from -100%
                    --stage=0=10        | --stage 0=10 is not allowed: must be a percentage
                    --help=             | Missing the change""")
    void wrongChange_isRefused(String option, String message) {
        String change = option.startsWith("--help") ? directory.toString() : option;
        assertThat(run.run("fleet", "whatif", change, directory.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains(message);
    }
}
