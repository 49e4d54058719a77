package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.WaitedThreads.MAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.event.SampleKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ten steps of 20 ms beside a pool of two workers. */
class StarvedPoolTest {
    private static final String WORKER = "ForkJoinPool.commonPool-worker-";
    private static final String SITE = "app.ForkJoinPoolcommonPoolworker.work(ForkJoinPoolcommonPoolworker.java:7)";

    private static WaitedThreads program(String blocked, long blockedMicros, boolean joins) {
        WaitedThreads program = new WaitedThreads();
        for (long at = 0; at < 200_000; at += 20_000) {
            program.step(at, at + 20_000);
            for (int worker = 1; worker <= 2; worker++) {
                program.wait(WORKER + worker, blocked, at, at + blockedMicros);
            }
            if (joins) {
                program.waitIn(MAIN, "java.util.concurrent.CompletableFuture", at + 2_000, at + 18_000);
            } else {
                program.sample(MAIN, SampleKind.JAVA, "java.util.concurrent.ForkJoinTask", "doExec", at + 5_000)
                        .sample(MAIN, at + 15_000);
            }
        }
        return program;
    }

    @Test
    void starvedPool_theStepWaitsForTasks_namesTheSleepAndCountsTheWaitOnce() {
        Diagnosis diagnosis =
                RuleSet.builtIn().check(program("Sleep", 17_500, true).facts());
        assertThat(diagnosis.verdict().rule()).isEqualTo("starved-pool");
        assertThat(diagnosis.verdict().sentence())
                .isEqualTo("80.0 % of the step waits for the common pool, whose workers sleep in " + SITE
                        + " (87.5 % of the time); without that it could save 77.5 % of the step");
        assertThat(diagnosis.findings())
                .filteredOn(finding -> finding.rule().equals("waiting-for-threads"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.partOf()).isEqualTo("starved-pool");
                    assertThat(finding.gainNanosPerStep()).isZero();
                });
    }

    @Test
    void starvedPool_theStepWorksAlone_countsWhatTheWorkersCouldTakeOver() {
        Finding finding = program("File read", 18_000, false).finding("starved-pool");
        assertThat(finding.sentence())
                .isEqualTo("50.0 % of the step does parallel work without help: the workers of the common pool wait in "
                        + SITE + " (90.0 % of the time); without that it could save 30.0 % of the step");
        assertThat(finding.gainShare()).isEqualTo(0.5 * 0.9 * 2 / 3, within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void starvedPool_theWorkersAreMostlyFreeOrParked_isFine(boolean parked) {
        Diagnosis diagnosis = RuleSet.builtIn()
                .check(program(parked ? "Park (ForkJoinPool)" : "Sleep", parked ? 18_000 : 4_000, true)
                        .facts());
        assertThat(diagnosis.findings()).extracting(Finding::rule).doesNotContain("starved-pool");
    }
}
