package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.StepsOfATrace.MAIN;
import static io.stepprofiler.analysis.rules.StepsOfATrace.MILLI;
import static io.stepprofiler.traced.DeviceProgram.MICRO;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import io.stepprofiler.traced.DeviceProgram;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The case nearest to what a sentence says, in which it must not be said: one step less, or one half less. */
class NearestCasesTest {
    private static Diagnosis check(TraceBuilder builder) {
        return RuleSet.builtIn().check(WindowFacts.of(builder.build()));
    }

    private static List<String> sentences(Diagnosis diagnosis, String rule) {
        return diagnosis.findings().stream()
                .filter(each -> each.rule().equals(rule))
                .map(Finding::sentence)
                .toList();
    }

    private static Diagnosis onADevice(Consumer<DeviceProgram> step) {
        DeviceProgram program = new DeviceProgram();
        for (int i = 0; i < 24; i++) {
            program.step(() -> step.accept(program));
        }
        return check(program.builder);
    }

    /** The scope of an epoch begins in its first step, and is around all others. */
    @Test
    void operationLoop_oneSelectionAStep_isNoLoopAlthoughAScopeIsAroundTheSteps() {
        StepsOfATrace steps = new StepsOfATrace();
        TrackBuilder main = steps.builder.thread(MAIN, "main");
        main.add(steps.builder.nameId("epoch"), MILLI, 239 * MILLI);
        for (int i = 0; i < 24; i++) {
            steps.step(10);
            main.add(steps.builder.nameId("aten::select"), (10L * i + 2) * MILLI, MILLI);
            main.add(steps.builder.nameId("aten::mm"), (10L * i + 4) * MILLI, MILLI);
        }
        assertThat(sentences(steps.diagnosis(), "operation-loop")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"500, 300, true", "400, 401, false"})
    void lowDeviceUse_activityOfLessThanHalf_isNotMostOfTheIdleTime(long loading, long unnamed, boolean isMost) {
        List<String> found = sentences(
                onADevice(program -> {
                    program.load(loading * MICRO);
                    program.compute(unnamed * MICRO);
                    program.scope("augment", () -> program.compute(100 * MICRO));
                    program.kernel("sgemm", 10 * MICRO);
                }),
                "low-device-use");
        assertThat(found)
                .singleElement()
                .satisfies(sentence ->
                        assertThat(sentence.contains("for most of that")).isEqualTo(isMost));
    }

    @ParameterizedTest
    @ValueSource(longs = {MAIN, 2})
    void synchronousCopies_ofAThreadWithoutSteps_blockNoStep(long thread) {
        TraceBuilder builder = new TraceBuilder();
        builder.thread(MAIN, "main");
        TrackBuilder copying = builder.thread(thread, thread == MAIN ? "main" : "loader");
        TrackBuilder stream = builder.stream(Device.cuda(0), 7);
        for (int step = 0; step < 20; step++) {
            long start = 1_000L * step * MICRO;
            builder.step(new StepMark(step, start, 1_000 * MICRO, MAIN, false));
            copying.correlation(
                    copying.add(builder.nameId("cudaMemcpy", EventKind.RUNTIME, ""), start, 400 * MICRO), step);
            stream.correlation(
                    stream.add(
                            builder.nameId("Memcpy HtoD (Pinned -> Device)", EventKind.MEMORY_COPY, ""),
                            start + 10 * MICRO,
                            300 * MICRO),
                    step);
        }
        assertThat(sentences(check(builder), "synchronous-copies")).hasSize(thread == MAIN ? 1 : 0);
    }

    @ParameterizedTest
    @CsvSource({"300, 200, most of it by first (60.0 %)", "300, 400, the largest part of it by second (40.0 %)"})
    void deviceBound_operationOfLessThanHalf_isNotMostOfIt(long first, long second, String by) {
        List<String> found = sentences(
                onADevice(program -> {
                    program.scope("first", () -> program.kernel("sgemm", first * MICRO));
                    program.scope("second", () -> program.kernel("sgemm", second * MICRO));
                    if (second > first) {
                        program.scope("third", () -> program.kernel("sgemm", first * MICRO));
                    }
                    program.synchronize();
                }),
                "device-bound");
        assertThat(found)
                .singleElement()
                .satisfies(sentence -> assertThat(sentence).contains(by));
    }

    @ParameterizedTest
    @CsvSource({"6, most of them in demo.A.run(A.java:1)", "5, the largest part of them in demo.A.run(A.java:1)"})
    void boxedNumbers_methodOfHalf_isNotMostOfThem(int ofFirst, String in) {
        StepsOfATrace steps = new StepsOfATrace();
        for (int i = 0; i < 10; i++) {
            steps.step(10, "Net.run:9");
            for (int box = 0; box < 10; box++) {
                String method = box < ofFirst ? "A.run:1" : box % 2 == 0 ? "B.run:1" : "C.run:1";
                steps.sampleOf(MAIN, SampleKind.ALLOCATION, 100 << 20, "java.lang.Float.valueOf:1 " + method);
            }
        }
        assertThat(steps.finding("boxed-numbers").sentence()).endsWith(in);
    }

    /** Two steps of 36 are slow; the first does, or both do, a checkpoint. */
    @ParameterizedTest
    @CsvSource({"2, true", "1, false"})
    void extraWork_ofOneSlowStep_isNotWhatTheSlowOnesDo(int checkpoints, boolean isOfSlowSteps) {
        StepsOfATrace steps = new StepsOfATrace();
        int checkpoint = steps.builder.nameId("checkpoint");
        for (int i = 0; i < 36; i++) {
            boolean isSlow = i == 10 || i == 20;
            steps.step(isSlow ? 60 : 10);
        }
        steps.builder.thread(MAIN, "main").add(checkpoint, 100 * MILLI, 50 * MILLI);
        if (checkpoints == 2) {
            steps.builder.thread(MAIN, "main").add(checkpoint, 250 * MILLI, 50 * MILLI);
        }
        assertThat(steps.finding("extra-work").sentence().contains("the slow ones do checkpoint"))
                .isEqualTo(isOfSlowSteps);
    }

    /** A scope that begins between two steps is in the usual one after it. */
    @ParameterizedTest
    @CsvSource({"0, true", "1, false"})
    void extraWork_thatReachesIntoAUsualStep_isWhatTheOthersDoToo(long micros, boolean isOfSlowStepsOnly) {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(MAIN, "main");
        int checkpoint = builder.nameId("checkpoint");
        long now = 0;
        for (int i = 0; i < 36; i++) {
            long length = (i % 6 == 4 ? 60 : 10) * MILLI;
            if (i == 7) {
                main.add(checkpoint, now - MILLI, MILLI + micros * MICRO);
            } else if (i % 6 == 4) {
                main.add(checkpoint, now, 50 * MILLI);
            }
            builder.step(new StepMark(i, now, length, MAIN, false));
            now += length + 2 * MILLI;
        }
        assertThat(sentences(check(builder), "extra-work"))
                .singleElement()
                .satisfies(sentence ->
                        assertThat(sentence.contains("the others do not")).isEqualTo(isOfSlowStepsOnly));
    }

    /** DJL subtracts each gradient from itself when a collector is created: that is not the program's choice. */
    @ParameterizedTest
    @CsvSource({"1, 0", "2, 1"})
    void gradientsZeroed_onceAStepByTheFramework_areNoFault(int collectors, int findings) {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(MAIN, "main");
        for (int step = 0; step < 10; step++) {
            long start = 1_000L * step * MICRO;
            builder.step(new StepMark(step, start, 1_000 * MICRO, MAIN, false));
            for (int i = 0; i < 4 * collectors; i++) {
                long gradient = 1L + i % 4;
                int event = main.add(builder.nameId("aten::sub_"), start + 100 * MICRO * i, 50 * MICRO);
                main.tensors(event, new long[] {gradient, gradient}, 0, 2);
            }
        }
        List<String> found = sentences(check(builder), "gradients-zeroed");
        assertThat(found).hasSize(findings);
        assertThat(found).allMatch(sentence -> sentence.startsWith("4 tensors a step"));
    }

    /** Steps that take longer and longer; other programs use the second of two processors at the end only. */
    @ParameterizedTest
    @CsvSource({"true, 1", "false, 0"})
    void stepsGetSlower_whileOtherProgramsBegin_onlyByWhatTheyRun(boolean runsLonger, int findings) {
        StepsOfATrace steps = new StepsOfATrace();
        steps.builder
                .metadata(Environment.KEY, new MetadataValue("java=17; processors=2; machine.processors=2", false))
                .metadata("jvm_flight_recorder_groups", new MetadataValue("WAITS", false));
        long now = 0;
        for (int i = 0; i < 30; i++) {
            long millis = 20 + 2L * i;
            steps.step(millis, runsLonger ? millis : 20);
            now += millis;
            steps.builder.counter(ProcessorLoad.OF_PROCESS, now * MILLI, 1);
            steps.builder.counter(ProcessorLoad.OF_MACHINE, now * MILLI, i < 22 ? 1.01 : 2);
        }
        assertThat(sentences(steps.diagnosis(), "steps-get-slower")).hasSize(findings);
    }

    @Test
    void stepsGetSlower_processorTimeIsNotKnown_isNotChecked() {
        TraceBuilder builder = new TraceBuilder();
        long now = 0;
        for (int i = 0; i < 30; i++) {
            builder.step(new StepMark(i, now, (20 + 2L * i) * MILLI, MAIN, false));
            now += (20 + 2L * i) * MILLI;
        }
        assertThat(check(builder).unchecked())
                .extracting(Diagnosis.Unchecked::rule)
                .contains("steps-get-slower");
    }

    /** One thread beside the step, and another program, on two processors. */
    @ParameterizedTest
    @CsvSource({"0.3, 0", "1.5, 1"})
    void oversubscribed_noMoreThreadsThanProcessors_isSilent(double waiting, int findings) {
        StepsOfATrace steps = new StepsOfATrace();
        steps.builder
                .metadata(Environment.KEY, new MetadataValue("java=17; processors=2; machine.processors=2", false))
                .metadata("jvm_flight_recorder_groups", new MetadataValue("WAITS", false));
        for (int i = 0; i < 20; i++) {
            steps.step(100, 40);
        }
        for (int i = 0; i < 3; i++) {
            steps.builder.counter(ProcessorLoad.OF_PROCESS, i * 1_000L * MILLI, 1.2);
            steps.builder.counter(ProcessorLoad.OF_MACHINE, i * 1_000L * MILLI, 2);
            steps.builder.counter(ProcessorLoad.WAITING, i * 1_000L * MILLI, waiting);
        }
        List<String> found = sentences(steps.diagnosis(), "cpu-oversubscribed");
        assertThat(found).hasSize(findings);
        assertThat(found)
                .allMatch(sentence -> sentence.startsWith("all processors are busy: other threads of the program use"
                        + " 0.8 of 2, other programs 0.8, and 60.0 % of the step waits for one"));
    }
}
