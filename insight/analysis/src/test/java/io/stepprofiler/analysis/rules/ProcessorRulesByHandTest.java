package io.stepprofiler.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.rules.Diagnosis.Unchecked;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.ProfilerOverhead;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Twenty steps of 100 ms by hand, on a machine whose load is given: who has the processors, in figures. */
class ProcessorRulesByHandTest {
    private static final long MILLI = 1_000_000;
    private static final int STEPS = 20;
    private static final long STEP_NANOS = 100 * MILLI;

    private final TraceBuilder builder = new TraceBuilder();
    private final TrackBuilder track = builder.thread(1, "main");

    private static Environment machine(int processors, int machineProcessors, OptionalDouble limit) {
        return new Environment(
                "",
                "17",
                "Linux",
                "G1",
                0,
                0,
                processors,
                new Environment.Limits(machineProcessors, OptionalLong.empty(), limit, OptionalLong.empty()),
                List.of(),
                Map.of(),
                Map.of());
    }

    private void counter(String name, double first, double last) {
        builder.counter(name, 0, first);
        builder.counter(name, STEPS * STEP_NANOS / 2, last / 2);
        builder.counter(name, STEPS * STEP_NANOS, last);
    }

    private void constant(String name, double value) {
        // The first sample is of a time before the window.
        builder.counter(name, 0, 1000);
        builder.counter(name, STEPS * STEP_NANOS, value);
    }

    /** Steps that sleep for a while, which is recorded, and take some processor time. */
    private Diagnosis check(Environment environment, long sleepMillis, long cpuMillis) {
        builder.metadata(Environment.KEY, environment.toMetadata());
        builder.metadata("jvm_flight_recorder_groups", new MetadataValue("WAITS, METHOD_SAMPLES", false));
        int sleep = builder.nameId("Sleep", EventKind.WAIT, "");
        int stack = builder.stackId(List.of(new StackTraceElement("Loop", "step", null, 1)));
        for (int step = 0; step < STEPS; step++) {
            long start = step * STEP_NANOS;
            track.add(sleep, start, sleepMillis * MILLI);
            builder.step(new StepMark(step, start, STEP_NANOS, 1, false, cpuMillis * MILLI));
            builder.stackSample(new StackSample(start + 99 * MILLI, 1, SampleKind.JAVA, stack, 20 * MILLI));
        }
        Trace trace = builder.build();
        return RuleSet.builtIn().check(WindowFacts.of(trace));
    }

    private static String severity(String rule, Diagnosis diagnosis) {
        assertThat(diagnosis.unchecked()).extracting(Unchecked::rule).doesNotContain(rule);
        return diagnosis.findings().stream()
                .filter(each -> each.rule().equals(rule))
                .map(each -> each.severity().name())
                .findFirst()
                .orElse("none");
    }

    @ParameterizedTest
    @CsvSource({
        // process, machine, sleeps, runs, expected: of 100 ms, what is neither is waited for
        "3.9, 4.0, 0, 100, none",
        "3.9, 4.0, 0, 94, INFORMATION",
        "3.9, 4.0, 0, 70, WARNING",
        "3.9, 4.0, 50, 50, none",
        "1.5, 4.0, 0, 70, none",
        "2.0, 3.0, 0, 70, none",
        "2.8, 3.9, 0, 70, WARNING"
    })
    void oversubscribed_fullOfOwnThreads_isWhatTheStepDidNotGet(
            double process, double machine, long sleeps, long runs, String expected) {
        constant("jvm cpu cores", process);
        constant("machine cpu cores", machine);
        runBesideSteps();
        assertThat(severity("cpu-oversubscribed", check(machine(4, 4, OptionalDouble.empty()), sleeps, runs)))
                .isEqualTo(expected);
    }

    /** Samples of another thread, one a step. */
    private void runBesideSteps() {
        builder.thread(2, "loader");
        int stack = builder.stackId(List.of(new StackTraceElement("Loader", "read", null, 1)));
        for (int step = 0; step < STEPS; step++) {
            builder.stackSample(new StackSample(step * STEP_NANOS, 2, SampleKind.JAVA, stack, 20 * MILLI));
        }
    }

    @ParameterizedTest
    @CsvSource({"70, none", "40, WARNING"})
    void oversubscribed_byNativeThreads_isFoundIfTheStepHardlyRuns(long runs, String expected) {
        constant("jvm cpu cores", 3.9);
        constant("machine cpu cores", 4);
        assertThat(severity("cpu-oversubscribed", check(machine(4, 4, OptionalDouble.empty()), 0, runs)))
                .isEqualTo(expected);
    }

    /** Native threads wait for a processor beside another program with two of four: it is no cause if they are many. */
    @ParameterizedTest
    @CsvSource({"0, 4, none", "3, 4, none", "12, 4, WARNING", "12, 3.4, WARNING", "3, 3.4, none"})
    void oversubscribed_byNativeThreadsBesideOtherPrograms_isFoundIfFarTooManyAreReady(
            double waiting, double machine, String expected) {
        constant("jvm cpu cores", 2);
        constant("machine cpu cores", machine);
        constant("process waiting threads", waiting);
        Diagnosis diagnosis = check(machine(4, 4, OptionalDouble.empty()), 0, 70);
        assertThat(severity("cpu-oversubscribed", diagnosis)).isEqualTo(expected);
        if (waiting == 12) {
            assertThat(diagnosis.findings())
                    .extracting(Finding::sentence)
                    .contains(
                            "14 threads of the program are ready to run at the same time, on 4 processors, and 30.0 % of"
                                    + " the step waits for them or for one");
        }
    }

    @Test
    void oversubscribed_byTheCompilers_isNone() {
        constant("jvm cpu cores", 1.72);
        constant("machine cpu cores", 2);
        int compilation = builder.nameId("C2 compilation", EventKind.VIRTUAL_MACHINE, "");
        for (int step = 0; step < STEPS; step++) {
            builder.lane("JIT").add(compilation, step * STEP_NANOS, STEP_NANOS);
        }
        assertThat(severity("cpu-oversubscribed", check(machine(2, 2, OptionalDouble.empty()), 0, 70)))
                .isEqualTo("none");
    }

    @ParameterizedTest
    @CsvSource({"1.0, 4.0, 16, none", "1.0, 4.5, 16, INFORMATION", "1.0, 8.0, 16, WARNING", "4.0, 4.0, 16, none"})
    void others_ofTheProcessorsOfTheMachine_areTheirPart(
            double process, double machine, int processors, String expected) {
        constant("jvm cpu cores", process);
        constant("machine cpu cores", machine);
        assertThat(severity("other-processes", check(machine(4, processors, OptionalDouble.empty()), 0, 100)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1.0, 4.0, none", "1.0, 1.5, INFORMATION"})
    void unaccounted_whileOtherProgramsRun_isNotTheTimeInWhichTheThreadDoesNotRun(
            double process, double machine, String expected) {
        constant("jvm cpu cores", process);
        constant("machine cpu cores", machine);
        assertThat(severity("unaccounted", check(machine(4, 4, OptionalDouble.empty()), 0, 20)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 50, none",
        // The kernel adds up what it keeps from all threads: more than the step can lose.
        "0, 60000, 100, none",
        "0, 30, 50, INFORMATION",
        "0, 200, 50, WARNING",
        "200, 400, 50, WARNING"
    })
    void throttled_isAtMostWhatTheStepDidNotRun(double first, double last, long runs, String expected) {
        constant("jvm cpu cores", 0.5);
        constant("machine cpu cores", 0.5);
        counter("cpu throttled ms", first, last);
        assertThat(severity("throttled", check(machine(4, 4, OptionalDouble.of(0.5)), 0, runs)))
                .isEqualTo(expected);
    }

    @Test
    void loads_nothingIsKnownOfTheMachine_areUnchecked() {
        assertThat(check(machine(4, 0, OptionalDouble.empty()), 0, 100).unchecked())
                .extracting(Unchecked::rule)
                .contains("cpu-oversubscribed", "other-processes", "throttled", "profiler-cost");
    }

    @ParameterizedTest
    @CsvSource({
        "10, 0, 100, none",
        "30, 0, 100, INFORMATION",
        "110, 0, 100, WARNING",
        // Beside steps that ran all the time it took nothing from them.
        "0, 1000, 100, none",
        "0, 1000, 90, WARNING"
    })
    void profilerCost_isThatBetweenStepsAndWhatTheyDidNotRun(
            long stepMillis, long deliveryMillis, long runs, String expected) {
        builder.metadata(
                ProfilerOverhead.KEY,
                new ProfilerOverhead(stepMillis * MILLI, 0, 0, deliveryMillis * MILLI).toMetadata());
        assertThat(severity("profiler-cost", check(machine(4, 4, OptionalDouble.empty()), 0, runs)))
                .isEqualTo(expected);
    }

    @Test
    void computation_besideOtherPrograms_isNamedOfTheRest() {
        constant("jvm cpu cores", 1);
        constant("machine cpu cores", 4);
        Diagnosis found = check(machine(4, 4, OptionalDouble.empty()), 0, 60);
        assertThat(found.verdict().rule()).isEqualTo("compute-bound");
        assertThat(found.verdict().sentence())
                .startsWith(
                        "measured while other programs use 75.0 % of 4 processors: 100.0 % of the step without waits"
                                + " for a processor computes, most of it in Loop.step")
                .endsWith("100.0 % of the samples are in Loop.step");
    }

    @Test
    void sleep_besideOtherPrograms_isNoComputation() {
        constant("jvm cpu cores", 1);
        constant("machine cpu cores", 4);
        assertThat(severity("compute-bound", check(machine(4, 4, OptionalDouble.empty()), 30, 30)))
                .isEqualTo("none");
    }
}
