package io.stepprofiler.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.stepprofiler.Profile;
import io.stepprofiler.analysis.memory.MemoryChange;
import io.stepprofiler.analysis.memory.MemoryChange.TimelineAction;
import io.stepprofiler.analysis.memory.MemoryTimeline;
import io.stepprofiler.analysis.memory.RecordedGraphs;
import io.stepprofiler.analysis.memory.TraceRange;
import io.stepprofiler.analysis.whatif.MemoryProfile;
import io.stepprofiler.analysis.whatif.MemoryProfileOptions;
import io.stepprofiler.analysis.whatif.OperationGraph;
import io.stepprofiler.analysis.whatif.OperationGraph.RecordedMemory;
import io.stepprofiler.analysis.whatif.Peaks;
import io.stepprofiler.nativeaccess.NativeStatus;
import io.stepprofiler.pytorch.TorchSource;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The memory profile of a LeNet that libtorch trains, beside the memory timeline of the same steps. */
class MemoryProfileTest {
    private static final List<Trace> TRACES = new ArrayList<>();

    @BeforeAll
    static void train() throws Exception {
        assumeThat(NativeStatus.current().available()).isTrue();
        Profile profile = Profile.builder()
                .schedule(
                        Schedule.builder().wait(3).warmup(1).active(3).repeat(1).build())
                .recordShapes(true)
                .profileMemory(true)
                .withStack(true)
                .source(TorchSource.create())
                .onTraceReady(TRACES::add)
                .start();
        try (profile) {
            LeNetTraining.run(8, (block, path, operation) -> block, trainer -> profile.step());
        }
    }

    @Test
    void recordedPeak_stepsOfALeNet_isThatOfTheTimelineWithoutWhatIsNoResult() {
        Trace trace = TRACES.get(0);
        RecordedGraphs graphs = RecordedGraphs.of(trace);
        for (int i = 0; i < trace.steps().size(); i++) {
            TraceRange range = TraceRange.of(trace.steps().get(i));
            RecordedMemory recorded = graphs.graph(range).recorded().get(0);
            MemoryTimeline timeline = MemoryTimeline.of(trace.slice(range.fromNanos(), range.toNanos()));
            long before = timeline.changes().stream()
                    .filter(change -> change.action() == TimelineAction.PREEXISTING)
                    .mapToLong(MemoryChange::bytes)
                    .sum();

            assertThat(timeline.peakBytes())
                    .as("step %d", i)
                    .isGreaterThan(recorded.resultsPeakBytes())
                    .isLessThanOrEqualTo(
                            before + recorded.resultsPeakBytes() + recorded.scratchBytes() + recorded.outsideBytes());
        }
    }

    @Test
    void peaks_stepsOfALeNet_areInTheirOrder() {
        Trace trace = TRACES.get(0);
        MemoryProfileOptions options = MemoryProfileOptions.DEFAULT.withMinimalPeak();
        for (int i = 0; i < trace.steps().size(); i++) {
            OperationGraph graph =
                    RecordedGraphs.of(trace).graph(TraceRange.of(trace.steps().get(i)));
            Peaks peaks = MemoryProfile.of(graph, options).peaks().get(0);

            assertThat(peaks.minimal().orElseThrow().bytes())
                    .as("step %d", i)
                    .isGreaterThan(0)
                    .isLessThanOrEqualTo(peaks.asIs().executed());
            assertThat(peaks.asIs().executed())
                    .isLessThanOrEqualTo(peaks.recorded().orElseThrow())
                    .isLessThanOrEqualTo(peaks.withoutInPlace().executed());
            assertThat(peaks.recorded().orElseThrow()).isLessThanOrEqualTo(peaks.withoutFreeing());
        }
    }

    @Test
    void largest_stepOfALeNet_isTheConvolutionOfTheWholeImages() {
        Trace trace = TRACES.get(0);
        OperationGraph graph = RecordedGraphs.of(trace).graph(TraceRange.of(trace));

        String text = MemoryProfile.of(graph, MemoryProfileOptions.DEFAULT).text();

        assertThat(text).contains("float [32, 16, 8, 8]  ←  aten::conv2d [[32, 1, 8, 8], [16, 1, 3, 3]");
        assertThat(text)
                .contains("results shown in the shape in which it was read first")
                .as("views of transposed weights are known by their names")
                .doesNotContain("operations without a known result");
    }
}
