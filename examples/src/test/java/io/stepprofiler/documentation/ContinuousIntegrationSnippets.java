package io.stepprofiler.documentation;

import io.micrometer.core.instrument.MeterRegistry;
import io.stepprofiler.Scope;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.documentation.Snippets.Batch;
import io.stepprofiler.junit.MeasuredSteps;
import io.stepprofiler.junit.ProfiledTest;

/** The code of docs/CI.md and docs/METRICS.md, as it stands there. */
final class ContinuousIntegrationSnippets {
    private final Batch batch = new Batch(3);

    @SuppressWarnings("UnusedVariable") // A result that a compiler may not leave out.
    private double trained;

    @ProfiledTest(
            baseline = "src/test/baselines/step",
            phases = "forward",
            without = {StepCategory.SLEEP, StepCategory.INPUT_OUTPUT},
            maxAllocatedBytes = 100_000)
    void trainingStep(MeasuredSteps steps) {
        while (steps.next()) {
            train(batch);
        }
    }

    private void train(Batch with) {
        try (Scope forward = Scope.open("forward")) {
            trained += with.hashCode() + forward.hashCode();
        }
    }

    static void metrics(MeterRegistry registry) {
        new io.stepprofiler.micrometer.StepMetrics().bindTo(registry);
    }
}
