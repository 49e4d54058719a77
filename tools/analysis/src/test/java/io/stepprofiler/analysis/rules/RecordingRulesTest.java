package io.stepprofiler.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.OwnCost;
import io.stepprofiler.trace.TraceBuilder;
import org.junit.jupiter.api.Test;

/** Steps of 100 ms between which the profiler takes 10 ms each. */
class RecordingRulesTest {
    private static final long MILLI = 1_000_000;
    private static final int STEPS = 4;

    private static Diagnosis check() {
        TraceBuilder builder = new TraceBuilder();
        builder.thread(1, "main");
        for (int step = 0; step < STEPS; step++) {
            builder.step(new StepMark(step, 110 * MILLI * step, 100 * MILLI, 1, false));
        }
        builder.metadata(OwnCost.KEY, new OwnCost(STEPS * 10 * MILLI, 0, 0, 0).toMetadata());
        return new RuleSet(RecordingRules.ALL).check(WindowFacts.of(builder.build()));
    }

    @Test
    void profilerCost_ofEachStep_isFound() {
        assertThat(check().findings()).extracting(Finding::rule).containsExactly("profiler-cost");
    }
}
