package io.stepprofiler.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import org.junit.jupiter.api.Test;
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

    /** Steps of 10 ms, the first 2 of them in a scope; in the rest another thread does something for 6 ms. */
    private static String besideALoader(EventKind kind, long cpuMillis, long waitMillis) {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(1, "main");
        TrackBuilder idle = builder.thread(2, "idle");
        TrackBuilder loader = builder.thread(3, "loader-1");
        int poll = builder.nameId("poll");
        int load = builder.nameId("load", kind, "");
        int decode = builder.nameId("decode", kind, "");
        for (int step = 0; step < 4; step++) {
            long start = 10 * MILLI * step;
            builder.step(new StepMark(step, start, 10 * MILLI, 1, false, cpuMillis * MILLI));
            main.add(builder.nameId("train"), start, 2 * MILLI);
            idle.add(poll, start + 3 * MILLI, MILLI);
            loader.add(load, start + MILLI, 7 * MILLI);
            loader.add(decode, start + 2 * MILLI, 4 * MILLI);
            loader.add(decode, start + 3 * MILLI, MILLI);
            if (waitMillis > 0) {
                loader.add(builder.nameId("Park", EventKind.WAIT, ""), start + 3 * MILLI, waitMillis * MILLI);
            }
        }
        return RuleSet.builtIn().check(WindowFacts.of(builder.build())).findings().stream()
                .filter(finding -> finding.rule().equals("unaccounted"))
                .findFirst()
                .orElseThrow()
                .sentence();
    }

    @Test
    void unaccounted_whileAnotherThreadIsBusy_tellsWhichAndInWhat() {
        assertThat(besideALoader(EventKind.SCOPE, 2, 0))
                .isEqualTo("80.0 % of the step is in no scope or operation; not recorded: waits, samples; meanwhile"
                        + " loader-1 is in scopes or operations for 75.0 % of that, in load for 75.0 % of it");
    }

    @Test
    void unaccounted_whileTheThreadOfTheStepRuns_tellsOfNoOther() {
        assertThat(besideALoader(EventKind.SCOPE, 9, 0)).endsWith("scope or operation; not recorded: waits, samples");
    }

    @Test
    void unaccounted_whileTheProfilerWorks_tellsOfNoOther() {
        assertThat(besideALoader(EventKind.PROFILER, 2, 0))
                .endsWith("scope or operation; not recorded: waits, samples");
    }

    @Test
    void unaccounted_whileTheOtherThreadIsKnownToWait_tellsOfNoOther() {
        assertThat(besideALoader(EventKind.SCOPE, 2, 4)).endsWith("scope, operation or wait; not recorded: samples");
    }

    /** Twenty-four steps of 10 ms without events, with a sample of a kind in each. */
    private static String allocating(SampleKind kind, String one, String other) {
        TraceBuilder builder = new TraceBuilder();
        builder.thread(1, "main");
        for (int step = 0; step < 24; step++) {
            builder.step(new StepMark(step, 10 * MILLI * step, 10 * MILLI, 1, false));
            int stack = builder.stackId(StepsOfATrace.stack(step % 2 == 0 || step > 12 ? one : other));
            builder.stackSample(new StackSample(10 * MILLI * step + MILLI, 1, kind, stack, 1));
        }
        return RuleSet.builtIn().check(WindowFacts.of(builder.build())).findings().stream()
                .filter(finding -> finding.rule().equals("unaccounted"))
                .findFirst()
                .map(Finding::sentence)
                .orElse("");
    }

    @Test
    void unaccounted_withoutSamplesOfRunningCode_isLocatedByAllocations() {
        String copied = "ai.djl.pytorch.engine.PtNDArray.toFloatArray:5 Metrics.log:9 Train.step:3";
        assertThat(allocating(SampleKind.ALLOCATION, copied, "Train.step:4"))
                .endsWith("; running code is not sampled, but 75.0 % of the samples of allocations there are in"
                        + " demo.Metrics.log(Metrics.java:9), which copies tensors to Java");
        assertThat(allocating(SampleKind.ALLOCATION, "Metrics.log:9 Train.step:3", "Train.step:4"))
                .endsWith(" are in demo.Metrics.log(Metrics.java:9)");
    }

    @Test
    void unaccounted_withSamplesOfRunningCode_isNotLocatedByAllocations() {
        assertThat(allocating(SampleKind.JAVA, "Metrics.log:9 Train.step:3", "Train.step:4"))
                .doesNotContain("allocations");
    }
}
