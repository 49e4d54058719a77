package io.stepprofiler.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.rules.Diagnosis.Verdict;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.SourceFaults;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps of 10 ms that a phase fills. */
class ComputeBoundRuleTest {
    private static final long MILLI = 1_000_000;
    private static final int STEPS = 4;

    private static TraceBuilder steps(long cpuNanos) {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(1, "main");
        for (int step = 0; step < STEPS; step++) {
            long start = 10 * MILLI * step;
            builder.step(new StepMark(step, start, 10 * MILLI, 1, false, cpuNanos));
            main.add(builder.nameId("load"), start, 10 * MILLI);
        }
        return builder;
    }

    private static String sentence(TraceBuilder builder) {
        Verdict verdict =
                RuleSet.builtIn().check(WindowFacts.of(builder.build())).verdict();
        assertThat(verdict.rule()).isEqualTo("compute-bound");
        return verdict.sentence();
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 9})
    void phases_whoseThreadRuns_compute(int cpuMillis) {
        assertThat(sentence(steps(cpuMillis * MILLI)))
                .isEqualTo("100.0 % of the step computes, most of it in load (100.0 % of the step)");
    }

    @Test
    void phases_whoseThreadHardlyRuns_areNotRunningAndNotComputeBound() {
        Diagnosis found =
                RuleSet.builtIn().check(WindowFacts.of(steps(MILLI / 5).build()));
        assertThat(found.verdict().rule()).isEqualTo("not-running");
        assertThat(found.verdict().sentence())
                .isEqualTo("its thread does not run for 98.0 % of the step; waits and machine load are not recorded");
        assertThat(found.verdict().nextStep())
                .isEqualTo("record its waits: source(FlightRecorderSource.create()) of step-profiler-jvm");
        assertThat(found.findings()).extracting(Finding::rule).doesNotContain("compute-bound");
    }

    @ParameterizedTest
    @CsvSource({"6, compute-bound", "4, not-running"})
    void phases_outsideOfRecordedWaits_computeIfTheirThreadMostlyRuns(int cpuMillis, String rule) {
        TraceBuilder builder = steps(cpuMillis * MILLI);
        builder.thread(2, "other").add(builder.nameId("sleep", EventKind.WAIT, ""), 0, MILLI);
        Verdict verdict =
                RuleSet.builtIn().check(WindowFacts.of(builder.build())).verdict();
        assertThat(verdict.rule()).isEqualTo(rule);
        assertThat(verdict.sentence())
                .startsWith(
                        rule.equals("not-running")
                                ? "its thread neither runs nor is in a recorded wait for 60.0 % of the step"
                                : "100.0 % of the step computes");
    }

    @Test
    void phases_whoseThreadHardlyRunsAndWhoseWaitsFailed_sayThatTheRecorderFailed() {
        TraceBuilder builder = steps(MILLI);
        SourceFaults faults = new SourceFaults();
        faults.failed("FlightRecorderSource", "it did not start in 9 s");
        faults.toMetadata().forEach(builder::metadata);
        assertThat(RuleSet.builtIn()
                        .check(WindowFacts.of(builder.build()))
                        .verdict()
                        .sentence())
                .isEqualTo("FlightRecorderSource failed (it did not start in 9 s): its thread does not run for 90.0 %"
                        + " of the step; waits and machine load are not recorded");
    }

    @Test
    void hotMethod_ofTheLongestPhase_isOfSamplesInIt() {
        assertThat(sentence(twoPhases(24)))
                .isEqualTo("100.0 % of the step computes, most of it in load (60.0 % of the step);"
                        + " 100.0 % of its samples are in demo.Loader.read(Loader.java:7)");
    }

    @Test
    void fewSamples_ofTheLongestPhase_nameNoMethodOutsideOfIt() {
        assertThat(sentence(twoPhases(15)))
                .isEqualTo(
                        "100.0 % of the step computes, most of it in load (60.0 % of the step), in demo.Loader.read(Loader.java:7)");
    }

    private static TraceBuilder twoPhases(int steps) {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(1, "main");
        int load = builder.nameId("load");
        int rest = builder.nameId("rest");
        int inLoad = builder.stackId(StepsOfATrace.stack("Loader.read:7"));
        int inRest = builder.stackId(StepsOfATrace.stack("Train.rest:9"));
        for (int step = 0; step < steps; step++) {
            long start = 10 * MILLI * step;
            builder.step(new StepMark(step, start, 10 * MILLI, 1, false, 10 * MILLI));
            main.add(load, start, 6 * MILLI);
            main.add(rest, start + 6 * MILLI, 4 * MILLI);
            builder.stackSample(new StackSample(start + MILLI, 1, SampleKind.JAVA, inLoad, MILLI));
            builder.stackSample(new StackSample(start + 7 * MILLI, 1, SampleKind.JAVA, inRest, MILLI));
            builder.stackSample(new StackSample(start + 8 * MILLI, 1, SampleKind.JAVA, inRest, MILLI));
        }
        return builder;
    }

    @Test
    void phases_ofWhichNothingElseIsKnown_areNotSaidToCompute() {
        assertThat(sentence(steps(StepMark.UNKNOWN_CPU)))
                .startsWith("100.0 % of the step computes or waits (not recorded separately)");
    }

    @Test
    void phases_whereWaitsAreRecordedAndThereAreNone_compute() {
        TraceBuilder builder = steps(StepMark.UNKNOWN_CPU);
        builder.thread(2, "other").add(builder.nameId("sleep", EventKind.WAIT, ""), 0, MILLI);
        assertThat(sentence(builder)).startsWith("100.0 % of the step computes, most of it in load");
    }

    @Test
    void operations_ofAFramework_areNamedWithTheirShares() {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(1, "main");
        for (int step = 0; step < 4; step++) {
            long start = 10 * MILLI * step;
            builder.step(new StepMark(step, start, 10 * MILLI, 1, false, 10 * MILLI));
            main.add(builder.nameId("forward"), start, 10 * MILLI);
            main.add(builder.nameId("aten::max_pool2d"), start, 3 * MILLI);
            main.add(builder.nameId("aten::max_pool2d_with_indices"), start, 2 * MILLI);
            main.add(builder.nameId("aten::convolution_backward"), start + 3 * MILLI, 2 * MILLI);
            main.add(builder.nameId("aten::relu"), start + 5 * MILLI, MILLI / 4);
        }
        Verdict verdict =
                RuleSet.builtIn().check(WindowFacts.of(builder.build())).verdict();
        assertThat(verdict.sentence())
                .endsWith("; longest operations: max_pool2d (30.0 % of the step), convolution_backward (20.0 % of the"
                        + " step)");
        assertThat(verdict.nextStep())
                .contains("max_pool2d, convolution_backward")
                .doesNotContain("FILE");
    }

    @Test
    void hotMethod_isToBeMadeCheaper() {
        Diagnosis found = RuleSet.builtIn().check(WindowFacts.of(twoPhases(24).build()));
        assertThat(found.verdict().nextStep()).isEqualTo("make demo.Loader.read cheaper");
    }
}
