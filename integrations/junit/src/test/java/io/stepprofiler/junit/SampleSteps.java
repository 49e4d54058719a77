package io.stepprofiler.junit;

import io.stepprofiler.Scope;
import io.stepprofiler.analysis.breakdown.StepCategory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Tests that {@link ProfiledTestTest} runs: each is started by its name, as a test of its own. */
@SuppressWarnings("UnusedVariable") // What is kept is allocated.
class SampleSteps {
    static final String BASELINE = "target/baseline-of-tested-steps";
    private static volatile Object kept = "";

    /** Duration of a step, which a test sets. */
    static volatile Duration duration = Duration.ofMillis(1);

    private static void spin() {
        long end = System.nanoTime() + duration.toNanos();
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    @ProfiledTest(
            warmup = 2,
            steps = 5,
            without = {StepCategory.SLEEP, StepCategory.INPUT_OUTPUT, StepCategory.LOCK},
            maxAllocatedBytes = 0)
    void computing(MeasuredSteps steps) {
        while (steps.next()) {
            spin();
        }
    }

    @ProfiledTest(warmup = 2, steps = 5, maxAllocatedBytes = 1000)
    void allocating(MeasuredSteps steps) {
        for (int step = 0; steps.next(); step++) {
            kept = new byte[step == 4 ? 10_000 : 10];
        }
    }

    @ProfiledTest(warmup = 2, steps = 5, maxAllocatedBytes = 1000)
    void allocatingInTheWarmUp(MeasuredSteps steps) {
        for (int step = 0; steps.next(); step++) {
            kept = new byte[step < 2 ? 10_000 : 10];
        }
    }

    @ProfiledTest(warmup = 2, steps = 5, without = StepCategory.SLEEP)
    void sleeping(MeasuredSteps steps) throws InterruptedException {
        for (int step = 0; steps.next(); step++) {
            if (step % 2 == 0) {
                Thread.sleep(1);
            }
        }
    }

    @ProfiledTest(warmup = 2, steps = 5, without = StepCategory.INPUT_OUTPUT)
    void reading(MeasuredSteps steps) throws IOException {
        while (steps.next()) {
            kept = Files.readAllBytes(Path.of("pom.xml"));
        }
    }

    @ProfiledTest(warmup = 2, steps = 5, without = StepCategory.SLEEP)
    void readingWhatMayBeRead(MeasuredSteps steps) throws IOException {
        while (steps.next()) {
            kept = Files.readAllBytes(Path.of("pom.xml"));
        }
    }

    @ProfiledTest(warmup = 2, steps = 5)
    void endingEarly(MeasuredSteps steps) {
        steps.next();
        steps.next();
        steps.next();
    }

    @ProfiledTest
    void withoutAParameter() {
        spin();
    }

    @ProfiledTest(warmup = 2, steps = 5)
    void failing(MeasuredSteps steps) {
        while (steps.next()) {
            throw new IllegalStateException("the loop's own failure");
        }
    }

    @ProfiledTest(warmup = 2, steps = 20, baseline = BASELINE, phases = "forward", threshold = 0.5)
    void compared(MeasuredSteps steps) {
        while (steps.next()) {
            try (Scope forward = Scope.open("forward")) {
                kept = List.of(forward);
                spin();
            }
        }
    }

    @ProfiledTest(warmup = 2, steps = 20, baseline = BASELINE, phases = "backward", threshold = 0.5)
    void comparedByAMissingPhase(MeasuredSteps steps) {
        compared(steps);
    }
}
