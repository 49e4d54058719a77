package io.stepprofiler.analysis.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.TraceBuilder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Samples of the profiler's own work, and samples without a weight. */
class OwnSamplesTest {
    private static final List<StackTraceElement> OWN = stack(
            "io.stepprofiler.recording.StepMarks$Mark.endedAt",
            "io.stepprofiler.StepLoop.step",
            "demo.Trainer.step",
            "demo.Trainer.main");
    private static final List<StackTraceElement> OWN_IN_JAVA =
            stack("java.util.ArrayList.grow", "io.stepprofiler.agent.woven.WovenSteps.ended", "demo.Trainer.step");
    private static final List<StackTraceElement> PROGRAM =
            stack("java.util.ArrayList.grow", "demo.Trainer.step", "io.stepprofiler.agent.woven.WovenSteps.call");

    private final TraceBuilder builder = new TraceBuilder();
    private int samples;

    private static List<StackTraceElement> stack(String... methods) {
        return Stream.of(methods)
                .map(method -> method.split("\\.(?=[^.]+$)"))
                .map(parts -> new StackTraceElement(parts[0], parts[1], null, 10))
                .toList();
    }

    private void sample(long thread, SampleKind kind, List<StackTraceElement> stack, long weight) {
        builder.stackSample(new StackSample(100 + samples++, thread, kind, builder.stackId(stack), weight));
    }

    private WindowAnalysis window() {
        builder.thread(1, "main").add(builder.nameId("work"), 0, 1_000);
        builder.thread(2, "loader").add(builder.nameId("load"), 0, 1_000);
        builder.step(new StepMark(0, 0, 1_000, 1, false));
        return new WindowAnalysis(builder.build());
    }

    private static List<String> innermost(List<StepSamples.Place> places) {
        return places.stream()
                .map(place -> ProgramFrames.of(place.stack()).orElseThrow().getMethodName() + " " + place.weight())
                .toList();
    }

    @Test
    void allocations_ofTheProfiler_areNoneOfTheProgram() {
        sample(1, SampleKind.ALLOCATION, OWN, 5_000_000);
        sample(2, SampleKind.ALLOCATION, OWN_IN_JAVA, 5_000_000);
        WindowAnalysis window = window();
        assertThat(window.samples().allocations(10)).isEmpty();
        assertThat(window.samples().allocatedBytes()).isZero();
        assertThat(window.otherThreads().allocations()).isEmpty();
    }

    @Test
    void allocations_withoutAWeight_areNoEvidence() {
        sample(1, SampleKind.ALLOCATION, PROGRAM, 0);
        WindowAnalysis window = window();
        assertThat(window.samples().allocationSize()).isZero();
        assertThat(window.otherThreads().allocations()).isEmpty();
    }

    @Test
    void allocations_ofTheProgramBesideTheProfilers_areTheirOwn() {
        sample(1, SampleKind.ALLOCATION, OWN, 5_000_000);
        sample(1, SampleKind.ALLOCATION, PROGRAM, 1);
        WindowAnalysis window = window();
        assertThat(innermost(window.samples().allocations(10))).containsExactly("step 1");
        assertThat(innermost(window.otherThreads().allocations())).containsExactly("step 1");
    }

    @Test
    void runningCode_ofTheProfilerOnAnotherThread_isNoPlaceOfTheProgram() {
        sample(2, SampleKind.JAVA, OWN, 10);
        WindowAnalysis window = window();
        assertThat(window.otherThreads().at(nanos -> true)).isEmpty();
        assertThat(window.otherThreads()
                        .running(window.otherThreads().thread("loader").orElseThrow(), nanos -> true))
                .isEmpty();
    }

    @Test
    void runningCode_calledByTheProfiler_isAPlaceOfTheProgram() {
        sample(2, SampleKind.JAVA, PROGRAM, 10);
        assertThat(window().otherThreads().at(nanos -> true))
                .singleElement()
                .satisfies(seen -> assertThat(innermost(seen.places())).containsExactly("step 10"));
    }

    @Test
    void allocationWithoutAWeight_whereNothingElseIsSampled_locatesItsThread() {
        sample(2, SampleKind.ALLOCATION, PROGRAM, 0);
        assertThat(window().otherThreads().at(nanos -> true)).hasSize(1);
    }
}
