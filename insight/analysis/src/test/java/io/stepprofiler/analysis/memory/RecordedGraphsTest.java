package io.stepprofiler.analysis.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import io.stepprofiler.analysis.whatif.MemoryProfile;
import io.stepprofiler.analysis.whatif.MemoryProfileOptions;
import io.stepprofiler.analysis.whatif.OperationGraph;
import io.stepprofiler.analysis.whatif.OperationGraph.Gaps;
import io.stepprofiler.analysis.whatif.OperationGraph.RecordedMemory;
import io.stepprofiler.analysis.whatif.OperationGraph.Result;
import io.stepprofiler.analysis.whatif.OperationGraph.ResultCode;
import io.stepprofiler.analysis.whatif.Peaks;
import io.stepprofiler.analysis.whatif.Peaks.Peak;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.Track;
import io.stepprofiler.trace.TrackBuilder;
import io.stepprofiler.traced.LinearTraining;
import io.stepprofiler.traced.TracedProgram;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecordedGraphsTest {
    private static final Optional<Device> CPU = Optional.of(Device.CPU);

    private final TracedProgram program = new TracedProgram();
    private final Recorded recorded = new Recorded();

    private static OperationGraph graph(Trace trace) {
        return RecordedGraphs.of(trace).graph(TraceRange.of(trace));
    }

    private static List<String> names(OperationGraph graph) {
        return graph.operations().stream().map(each -> each.name()).toList();
    }

    @Test
    void graph_operationsWithMemory_createWhatOutlivesThem() {
        long weight = program.existing(64);
        long[] made = new long[2];
        program.scope("forward", () -> {
            made[0] = program.op("aten::mm", 256, 1024, new long[] {weight});
            made[1] = program.op("aten::relu", 128, made[0]);
        });
        program.free(made[0]);
        program.write("aten::add_", weight, made[1]);

        OperationGraph graph = graph(program.trace());

        assertThat(names(graph)).containsExactly("aten::mm", "aten::relu", "aten::add_");
        assertThat(graph.operations().get(0).path()).isEqualTo("forward");
        assertThat(graph.operations().get(0).shapes()).isEqualTo("[[16]]");
        assertThat(graph.operations().get(2).after()).containsExactly(0, 1);
        assertThat(graph.results())
                .containsExactly(
                        new Result(0, ResultCode.CREATED, -1, 256, CPU, "float [64]", false, List.of(1)),
                        new Result(1, ResultCode.CREATED, -1, 128, CPU, "float [32]", true, List.of(2)),
                        new Result(2, ResultCode.IN_PLACE, -1, 64, CPU, "float [16]", true, List.of()));
        assertThat(graph.recorded()).containsExactly(new RecordedMemory(Device.CPU, 384, 1024, 0));
        assertThat(graph.gaps()).isEqualTo(Gaps.NONE);
    }

    @Test
    void profile_trainingStep_hasThePeaksThatFollowFromItsSizes() {
        Trace trace = LinearTraining.of(2);
        OperationGraph graph =
                RecordedGraphs.of(trace).graph(TraceRange.of(trace.steps().get(0)));
        MemoryProfileOptions options = MemoryProfileOptions.DEFAULT.withMinimalPeak();

        Peaks peaks = MemoryProfile.of(graph, options).peaks().get(0);

        // The product of the gradient of the output with the data, which no order can do without.
        long product = LinearTraining.DATA + LinearTraining.OUTPUT_GRADIENT + LinearTraining.WEIGHT_GRADIENT;
        assertThat(peaks.asIs()).isEqualTo(new Peak(product, product));
        assertThat(peaks.minimal().orElseThrow().bytes()).isEqualTo(product);
        // Before the program frees anything but what the backward pass itself frees.
        assertThat(peaks.recorded())
                .hasValue(LinearTraining.DATA
                        + LinearTraining.TARGET
                        + LinearTraining.HIDDEN
                        + LinearTraining.LOSS
                        + LinearTraining.WEIGHT_GRADIENT
                        + LinearTraining.BIAS_GRADIENT
                        + LinearTraining.WEIGHT_MOMENTUM
                        + LinearTraining.BIAS_MOMENTUM);
        assertThat(peaks.withoutFreeing())
                .isEqualTo(
                        peaks.recorded().getAsLong() + LinearTraining.OUTPUT_GRADIENT + LinearTraining.LOSS_GRADIENT);
        assertThat(graph.recorded())
                .extracting(RecordedMemory::scratchBytes, RecordedMemory::outsideBytes)
                .containsExactly(tuple(LinearTraining.WORKSPACE, LinearTraining.LEAK));
    }

    @Test
    void recordedPeak_trainingSteps_isPartOfThatOfTheTimeline() {
        Trace trace = LinearTraining.of(3);
        RecordedGraphs graphs = RecordedGraphs.of(trace);

        trace.steps().forEach(step -> {
            TraceRange range = TraceRange.of(step);
            RecordedMemory recorded = graphs.graph(range).recorded().get(0);
            long timeline = MemoryTimeline.of(trace.slice(range.fromNanos(), range.toNanos()))
                    .peakBytes();

            assertThat(recorded.resultsPeakBytes()).isLessThanOrEqualTo(timeline);
            assertThat(recorded.scratchBytes()).isLessThanOrEqualTo(timeline);
        });
    }

    @Test
    void graph_callOfAFunction_hasItsOperationsOnly() {
        Trace trace = LinearTraining.of(2);
        Track track = trace.tracks().get(0);
        int call = IntStream.range(0, track.size())
                .filter(i -> track.eventName(i).equals("forward"))
                .findFirst()
                .orElseThrow();

        OperationGraph graph = RecordedGraphs.of(trace).graph(TraceRange.of(track, call));

        assertThat(names(graph)).containsExactly("aten::addmm", "aten::mse_loss");
        // The backward pass still needs them.
        assertThat(graph.results()).extracting(Result::isOutput).containsExactly(true, true);
    }

    @Test
    void graph_otherThread_isLeftOutOfACall() {
        recorded.op("a", 10, tensors(100), tensors(200));
        TrackBuilder other = recorded.builder.thread(2, "other");
        recorded.op(other, "b", 12, tensors(100), tensors(300));
        Trace trace = recorded.trace();

        RecordedGraphs graphs = RecordedGraphs.of(trace);

        assertThat(names(graphs.graph(new TraceRange(0, 100, OptionalLong.of(1)))))
                .containsExactly("a");
        assertThat(names(graphs.graph(new TraceRange(0, 100, OptionalLong.empty()))))
                .containsExactly("a", "b");
        assertThat(names(graphs.graph(new TraceRange(11, 100, OptionalLong.empty()))))
                .containsExactly("b");
    }

    @Test
    void graph_withoutMemoryEvents_createsTheOutputsThatFillTheirMemory() {
        recorded.op("mul", 10, tensors(100), tensors(200));
        recorded.op("exp", 20, tensors(200), tensors(300));
        // The first result is no longer needed, and its memory has been given to another tensor.
        recorded.op("log", 30, tensors(300), tensors(200));

        OperationGraph graph = graph(recorded.trace());

        assertThat(graph.results())
                .extracting(Result::code, Result::bytes, Result::isOutput, Result::consumers)
                .containsExactly(
                        tuple(ResultCode.CREATED, 16L, false, List.of(1)),
                        tuple(ResultCode.CREATED, 16L, false, List.of(2)),
                        tuple(ResultCode.CREATED, 16L, true, List.of()));
        assertThat(graph.results()).extracting(Result::device).containsOnly(Optional.empty());
        assertThat(graph.operations().get(2).after()).containsExactly(1);
    }

    @Test
    void graph_outputInTheMemoryOfAnInput_isAView() {
        recorded.op("mul", 10, tensors(100), tensors(200));
        recorded.op("reshape", 20, tensors(200), tensors(200));

        OperationGraph graph = graph(recorded.trace());

        assertThat(graph.results())
                .extracting(Result::code, Result::origin, Result::isOutput)
                .containsExactly(tuple(ResultCode.CREATED, -1, true), tuple(ResultCode.VIEW, 0, false));
    }

    @Test
    void graph_outputInAPartOfKnownMemory_isWrittenInPlace() {
        recorded.op("first", 10, tensors(100), tensors(200, 8));
        recorded.op("second", 20, tensors(100), tensors(200, 8));
        recorded.op("update", 30, tensors(200, 16), tensors(300));

        OperationGraph graph = graph(recorded.trace());

        assertThat(graph.results())
                .extracting(Result::code)
                .containsExactly(ResultCode.IN_PLACE, ResultCode.IN_PLACE, ResultCode.CREATED);
        assertThat(graph.operations().get(1).after()).containsExactly(0);
    }

    @Test
    void graph_outputsNotRecorded_areTold() {
        long data = program.existing(64);
        program.read("aten::where", data);
        program.read("aten::where", data);
        program.read("aten::item", data);

        OperationGraph graph = graph(program.trace());

        assertThat(graph.results()).isEmpty();
        assertThat(graph.gaps()).isEqualTo(new Gaps(0, 3, List.of("aten::where 2", "aten::item 1"), 0));
    }

    @Test
    void graph_outputsNotRecorded_areViewsWhereTheNameSaysSo() {
        long made = program.op("aten::mm", 256, program.existing(64));
        program.read("aten::t", made);
        program.read("aten::slice", made);
        program.read("aten::reshape", made);
        program.op("aten::contiguous", 256, made);

        OperationGraph graph = graph(program.trace());

        assertThat(graph.results())
                .extracting(Result::code, Result::origin, Result::bytes)
                .containsExactly(
                        tuple(ResultCode.CREATED, -1, 256L),
                        tuple(ResultCode.VIEW, 0, 256L),
                        tuple(ResultCode.VIEW, 0, Result.UNKNOWN),
                        tuple(ResultCode.VIEW, 0, 256L),
                        tuple(ResultCode.CREATED, -1, 256L));
        assertThat(graph.gaps().withoutResults()).isZero();
    }

    @Test
    void graph_reshapeWithoutMemoryEvents_mayBeACopyAndKeepsItsPlace() {
        recorded.op("mul", 10, tensors(100), tensors(200));
        recorded.op("aten::reshape", 20, tensors(200), NONE);
        recorded.op("aten::t", 30, tensors(200), NONE);

        OperationGraph graph = graph(recorded.trace());

        assertThat(graph.results()).extracting(Result::code).containsExactly(ResultCode.CREATED, ResultCode.VIEW);
        assertThat(graph.gaps().withoutResults()).isEqualTo(1);
    }

    @Test
    void graph_outputsNotRecordedAndNoMemoryEvents_keepsTheirPlace() {
        recorded.op("mul", 10, tensors(100), tensors(200));
        recorded.op("sum", 20, tensors(100), NONE);
        recorded.op("exp", 30, tensors(100), tensors(300));

        OperationGraph graph = graph(recorded.trace());

        assertThat(graph.operations().get(1).after()).containsExactly(0);
        assertThat(graph.operations().get(2).after()).containsExactly(1);
        assertThat(graph.gaps().withoutResults()).isEqualTo(1);
    }

    @Test
    void graph_operationWithoutTensors_isToldAndKeepsItsPlace() {
        recorded.op("mul", 10, tensors(100), tensors(200));
        recorded.track.add(recorded.builder.nameId("nd4j::relu"), 20, 5);
        recorded.op("exp", 30, tensors(100), tensors(300));

        OperationGraph graph = graph(recorded.trace());

        assertThat(names(graph)).containsExactly("mul", "nd4j::relu", "exp");
        assertThat(graph.operations().get(2).after()).containsExactly(1);
        assertThat(graph.gaps().withoutTensors()).isEqualTo(1);
    }

    @Test
    void graph_operationWithoutTensors_createsWhatWasAllocatedInside() {
        program.scope("aten::empty", () -> program.allocate(64));

        OperationGraph graph = graph(program.trace());

        assertThat(graph.results()).extracting(Result::bytes).containsExactly(64L);
        assertThat(graph.gaps().withoutTensors()).isZero();
    }

    @Test
    void graph_randomTraces_isMadeOfAnything() {
        for (long seed = 0; seed < 300; seed++) {
            RecordedGraphs graphs = RecordedGraphs.of(RandomMemory.of(seed));
            Random random = new Random(seed);
            for (int i = 0; i < 5; i++) {
                long[] ends = {random.nextInt(100_000), random.nextInt(100_000)};
                Arrays.sort(ends);
                OperationGraph graph = graphs.graph(new TraceRange(
                        ends[0], ends[1], random.nextBoolean() ? OptionalLong.of(1) : OptionalLong.empty()));
                for (Peaks peaks :
                        MemoryProfile.of(graph, MemoryProfileOptions.DEFAULT).peaks()) {
                    assertThat(peaks.asIs().executed()).as("seed %d", seed).isBetween(0L, peaks.withoutFreeing());
                }
            }
        }
    }

    @Test
    void range_endsBeforeItBegins_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TraceRange(2, 1, OptionalLong.empty()))
                .withMessage("toNanos = 1 is not allowed: must not be before fromNanos = 2");
    }

    private record Tensor(long address, long elements) {}

    private static final Tensor[] NONE = {};

    private static Tensor[] tensors(long address) {
        return tensors(address, 4);
    }

    private static Tensor[] tensors(long address, long elements) {
        return new Tensor[] {new Tensor(address, elements)};
    }

    /** Operations with inputs and outputs, and no memory events. */
    private static final class Recorded {
        private final TraceBuilder builder = new TraceBuilder();
        private final TrackBuilder track = builder.thread(1, "main");

        void op(String name, long start, Tensor[] inputs, Tensor[] outputs) {
            op(track, name, start, inputs, outputs);
        }

        void op(TrackBuilder on, String name, long start, Tensor[] inputs, Tensor[] outputs) {
            int event = on.add(builder.nameId(name), start, 5);
            on.signature(
                    event, builder.signatureId(OpSignature.of(operands(inputs)).withOutputs(operands(outputs))));
            long[] addresses = IntStream.range(0, inputs.length + outputs.length)
                    .mapToLong(i -> (i < inputs.length ? inputs[i] : outputs[i - inputs.length]).address())
                    .toArray();
            on.tensors(event, addresses, 0, addresses.length);
        }

        private static Operand[] operands(Tensor[] tensors) {
            return Arrays.stream(tensors)
                    .map(each -> Operand.tensor(ElementType.FLOAT, Dims.of(each.elements())))
                    .toArray(Operand[]::new);
        }

        Trace trace() {
            return builder.window(new ClockAnchor(0, 0), new ClockAnchor(1000, 1000))
                    .build();
        }
    }
}
