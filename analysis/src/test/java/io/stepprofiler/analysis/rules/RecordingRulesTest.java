package io.stepprofiler.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.window.WindowFacts;
import io.stepprofiler.event.StartupPhase;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.OwnCost;
import io.stepprofiler.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Steps of 100 ms between which the profiler takes 10 ms each. */
class RecordingRulesTest {
    private static final long MILLI = 1_000_000;
    private static final int STEPS = 4;

    private static Diagnosis check(int firstSteps) {
        TraceBuilder builder = new TraceBuilder();
        builder.thread(1, "main");
        List<StartupPhase> phases = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            builder.step(new StepMark(step, 110 * MILLI * step, 100 * MILLI, 1, false));
            if (step < firstSteps) {
                phases.add(new StartupPhase("step " + step, step, 0, 0, 0, 0, 0, 0, 0, 0, 10 * MILLI, List.of()));
            }
        }
        builder.metadata(OwnCost.KEY, new OwnCost(STEPS * 10 * MILLI, 0, 0, 0).toMetadata());
        if (firstSteps > 0) {
            builder.metadata(StartupPhase.METADATA_KEY, new MetadataValue(StartupPhase.toText(phases), false));
        }
        return new RuleSet(RecordingRules.ALL).check(WindowFacts.of(builder.build()));
    }

    @Test
    void profilerCost_ofEachStep_isFound() {
        assertThat(check(0).findings()).extracting(Finding::rule).containsExactly("profiler-cost");
    }

    @Test
    void profilerCost_ofTheFirstStepsOfAProcess_isNotThatOfEachStep() {
        assertThat(check(STEPS).findings()).isEmpty();
        assertThat(check(2).findings()).singleElement().satisfies(found -> {
            assertThat(found.sentence()).contains("5.0 %", "5.00 ms between two steps");
            assertThat(found.proofs().get(0).text())
                    .isEqualTo("20.0 ms in step(), besides 20.0 ms once a process, in its first steps");
        });
    }
}
