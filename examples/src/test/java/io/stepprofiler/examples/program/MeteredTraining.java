package io.stepprofiler.examples.program;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.stepprofiler.micrometer.StepMetrics;

/** A program that knows nothing of profiles and shows their metrics. */
public final class MeteredTraining {
    private MeteredTraining() {}

    public static void main(String[] args) {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        new StepMetrics().bindTo(registry);
        PlainTraining.main(args);
        System.out.println(
                "metered " + registry.get("stepprofiler.steps").functionTimer().count());
    }
}
