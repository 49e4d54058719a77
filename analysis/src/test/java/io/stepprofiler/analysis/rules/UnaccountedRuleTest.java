package io.stepprofiler.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.window.WindowFacts;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.TraceBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Steps of 30 ms in which nothing is named, and samples of 20 ms each. */
class UnaccountedRuleTest {
    private static final long MILLI = 1_000_000;

    private static Diagnosis check(int steps, int samples) {
        TraceBuilder builder = new TraceBuilder();
        builder.thread(1, "main");
        for (int step = 0; step < steps; step++) {
            builder.step(new StepMark(step, 30 * MILLI * step, 30 * MILLI, 1, false));
        }
        for (int sample = 0; sample < samples; sample++) {
            long nanos = 30 * MILLI * steps * sample / samples + MILLI;
            builder.stackSample(new StackSample(nanos, 1, SampleKind.JAVA, -1, 20 * MILLI));
        }
        return RuleSet.builtIn().check(WindowFacts.of(builder.build()));
    }

    @ParameterizedTest
    @CsvSource({"3, 0, true", "3, 2, false", "3, 4, false", "200, 100, true", "200, 290, false"})
    void unaccounted_samples_countForAsMuchAsTheyCanTell(int steps, int samples, boolean isFound) {
        assertThat(check(steps, samples).findings().stream()
                        .anyMatch(finding -> finding.rule().equals("unaccounted")))
                .isEqualTo(isFound);
    }
}
