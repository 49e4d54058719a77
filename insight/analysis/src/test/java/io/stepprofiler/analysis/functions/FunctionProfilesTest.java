package io.stepprofiler.analysis.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.stepprofiler.analysis.functions.FunctionProfile.CallTotals;
import io.stepprofiler.analysis.functions.FunctionProfile.OperationTotal;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.segment.JoinedSegments;
import io.stepprofiler.segment.SegmentBuilder;
import io.stepprofiler.segment.SegmentCounts;
import io.stepprofiler.segment.ThreadSegmentHeader;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FunctionProfilesTest {
    private static final OpSignature PRODUCT = OpSignature.of(tensor(64, 128), tensor(128, 32));

    /** Traces with one thread, put together event by event. */
    private static final class OneThread {
        private final TraceBuilder trace = new TraceBuilder();
        private final TrackBuilder track = trace.thread(1, "main");

        OneThread process(String name) {
            trace.process(new ProcessInfo(1, "host", name));
            return this;
        }

        OneThread call(String function, long start, long nanos) {
            track.add(trace.nameId(function, EventKind.FUNCTION, ""), start, nanos);
            return this;
        }

        OneThread scope(String name, long start, long nanos) {
            track.add(trace.nameId(name), start, nanos);
            return this;
        }

        OneThread module(String name, long start, long nanos) {
            track.add(trace.nameId(name, EventKind.MODULE, ""), start, nanos);
            return this;
        }

        OneThread operation(String name, OpSignature signature, long start, long nanos) {
            track.signature(track.add(trace.nameId(name), start, nanos), trace.signatureId(signature));
            return this;
        }

        OneThread step(long number, long start, long nanos) {
            trace.step(new StepMark(number, start, nanos, 1, false));
            return this;
        }

        Trace build() {
            return trace.build();
        }
    }

    private static Operand tensor(long... dims) {
        return Operand.tensor(ElementType.FLOAT, Dims.of(dims));
    }

    private static FunctionProfiles of(Trace... traces) {
        FunctionProfiles profiles = new FunctionProfiles();
        List.of(traces).forEach(profiles::add);
        return profiles;
    }

    private static FunctionProfile only(FunctionProfiles profiles) {
        assertThat(profiles.functions()).hasSize(1);
        return profiles.functions().get(0);
    }

    @Test
    void automatic_withFunctions_takesTheseAndNoSteps() {
        Trace trace = new OneThread().call("f", 0, 10).step(0, 0, 20).build();
        assertThat(only(of(trace)).name()).isEqualTo("f");
    }

    @Test
    void automatic_withStepsOnly_takesSteps() {
        Trace trace = new OneThread()
                .scope("aten::mm", 1, 5)
                .step(0, 0, 20)
                .step(1, 20, 30)
                .build();
        FunctionProfile profile = only(of(trace));
        assertThat(profile.name()).isEqualTo(FunctionSelector.STEP);
        assertThat(profile.calls().count()).isEqualTo(2);
        assertThat(profile.calls().nanos()).isEqualTo(50);
        assertThat(profile.operationNanos()).isEqualTo(5);
    }

    @Test
    void step_thatAScopeStandsFor_isNoOperationOfItself() {
        Trace trace = new OneThread().scope("train", 0, 20).step(0, 0, 20).build();
        assertThat(only(of(trace)).applies()).isEmpty();
    }

    @Test
    void flops_areOfSingleCalls_andRatesOfTheirTimes() {
        // Aesara divides the operations of one call by the time of all calls.
        Trace trace = new OneThread()
                .call("f", 0, 100)
                .operation("aten::mm", PRODUCT, 0, 40)
                .call("f", 100, 100)
                .operation("aten::mm", PRODUCT, 110, 60)
                .build();
        Apply apply = only(of(trace)).applies().get(0);
        long operations = 2L * 64 * 128 * 32;
        assertThat(apply.calls()).isEqualTo(2);
        assertThat(apply.flops() / apply.flopCalls()).isEqualTo(operations);
        assertThat((double) apply.flops() / apply.flopNanos()).isEqualTo(2.0 * operations / 100);
    }

    @Test
    void learningRate_thatChangesAtEachCall_isTheSameNode() {
        OneThread trace = new OneThread();
        for (int call = 0; call < 5; call++) {
            trace.call("f", 100L * call, 50)
                    .operation(
                            "aten::add_",
                            OpSignature.of(tensor(3), tensor(3), Operand.scalar(Double.toString(-0.1 / (call + 1)))),
                            100L * call + 10,
                            10);
        }
        Apply apply = only(of(trace.build())).applies().get(0);
        assertThat(apply.calls()).isEqualTo(5);
        assertThat(apply.operation().text()).isEqualTo("aten::add_(float[3], float[3], *)");
    }

    @Test
    void textsFromFiles_ofAnyLength_areReadWithoutOverflowOfTheStack() {
        OneThread trace = new OneThread().call("f", 0, 100);
        OpSignature list = OpSignature.of(new Operand(
                Operand.Kind.SCALAR_LIST,
                ElementType.FLOAT,
                List.of(),
                List.of(),
                "[0.5" + ", 1e-3".repeat(50_000) + "]",
                false));
        trace.operation("op", list, 10, 10)
                .operation("a::".repeat(50_000) + "MmBackward0", OpSignature.UNKNOWN, 30, 10);
        List<Apply> applies = only(of(trace.build())).applies();
        assertThat(applies.get(0).operation().text()).isEqualTo("op(*)");
        assertThat(applies.get(1).operation().layer()).isEqualTo(Layer.NATIVE);
    }

    @Test
    void ops_ofOneShapeInSeveralPlaces_areOneOpOfSeveralNodes() {
        Trace trace = new OneThread()
                .call("f", 0, 100)
                .scope("forward", 0, 40)
                .operation("aten::mm", PRODUCT, 0, 10)
                .operation("aten::mm", PRODUCT, 10, 20)
                .scope("backward", 40, 40)
                .operation("aten::mm", PRODUCT, 40, 5)
                .operation("aten::mm", OpSignature.of(tensor(2, 2), tensor(2, 2)), 50, 1)
                .build();
        FunctionProfile profile = only(of(trace));
        assertThat(profile.applies()).extracting(Apply::place, Apply::nanos).hasSize(4);
        assertThat(profile.appliesByTime().get(0).place()).isEqualTo("forward/aten::mm");
        assertThat(profile.appliesByTime().get(0).id()).isEqualTo(1);
        assertThat(profile.ops())
                .extracting(OperationTotal::name, OperationTotal::applies, OperationTotal::nanos)
                .containsExactly(
                        tuple("aten::mm(float[64, 128], float[128, 32])", 3, 35L),
                        tuple("aten::mm(float[2, 2], float[2, 2])", 1, 1L));
        assertThat(profile.classes())
                .singleElement()
                .satisfies(total -> assertThat(total.applies()).isEqualTo(4));
    }

    @Test
    void framesOfPython_inTracesOfTorch_areNeitherOperationsNorPlaces() {
        OneThread plain = new OneThread()
                .process("python3")
                .call("f", 0, 100)
                .operation("aten::linear", PRODUCT, 10, 20)
                .scope("Optimizer.step#SGD.step", 50, 20);
        OneThread stacks = new OneThread()
                .process("python3")
                .call("f", 0, 100)
                .scope("t.py(9): step", 1, 90)
                .scope("torch/nn/modules/module.py(1782): _call_impl", 2, 38)
                .scope("<built-in function linear>", 8, 25)
                .operation("aten::linear", PRODUCT, 10, 20)
                .scope("<built-in method relu of type object at 0x7f3fc4ccea40>", 34, 2)
                .module("Identity_0", 37, 2)
                .scope("torch/nn/modules/linear.py(46): forward", 37, 1)
                .scope("Python GC", 41, 1)
                .scope("Optimizer.step#SGD.step", 50, 20)
                .scope("torch/optim/sgd.py(123): step", 51, 8);

        assertThat(only(of(stacks.build()))).isEqualTo(only(of(plain.build())));
    }

    @Test
    void modulesOfTorch_arePlacesOfTheirOperations() {
        Trace trace = new OneThread()
                .process("python3")
                .call("f", 0, 100)
                .module("Net_0", 0, 90)
                .scope("t.py(7): forward", 1, 80)
                .module("Linear_0", 10, 40)
                .operation("aten::linear", PRODUCT, 20, 20)
                .build();
        assertThat(only(of(trace)).applies())
                .extracting(Apply::text)
                .containsExactly("Net_0/Linear_0/aten::linear(float[64, 128], float[128, 32])");
    }

    @Test
    void scopesOfJava_thatLookLikeFramesOfPython_areOperations() {
        Trace trace = new OneThread()
                .process("java")
                .call("f", 0, 100)
                .scope("epoch(3): load", 0, 10)
                .module("norm", 10, 10)
                .scope("aten::mm", 20, 10)
                .build();
        assertThat(only(of(trace)).applies())
                .extracting(Apply::place)
                .containsExactly("epoch(3): load", "norm", "aten::mm");
    }

    @ParameterizedTest
    @CsvSource({"java, JAVA", "python3, OTHER"})
    void layers_areNativeForOperationsAndJavaForScopes(String program, Layer layerOfScopes) {
        Trace trace = new OneThread()
                .process(program)
                .call("f", 0, 100)
                .scope("load", 0, 10)
                .scope("aten::mm", 10, 10)
                .scope("AddmmBackward0", 20, 10)
                .build();
        assertThat(only(of(trace)).classes())
                .extracting(
                        OperationTotal::name, total -> total.layers().iterator().next())
                .containsExactlyInAnyOrder(
                        tuple("load", layerOfScopes),
                        tuple("aten::mm", Layer.NATIVE),
                        tuple("AddmmBackward0", Layer.NATIVE));
    }

    @Test
    void ignoreFirstCall_ofEachFunction_leavesOutOneCallOfEach() {
        // In Aesara a shared profile drops the first call of any function only, here each function has its own.
        FunctionProfiles profiles = new FunctionProfiles(FunctionSelector.AUTOMATIC, true);
        profiles.add(new OneThread()
                .call("f", 0, 1000)
                .scope("aten::mm", 0, 900)
                .call("g", 1000, 500)
                .call("f", 2000, 10)
                .scope("aten::mm", 2000, 5)
                .build());
        profiles.add(new OneThread().call("f", 0, 20).call("g", 20, 7).build());
        FunctionProfile f = profiles.function("f").orElseThrow();
        assertThat(f.calls()).isEqualTo(new CallTotals(2, 30, 5, 1000, 10, 20, 1, 0));
        assertThat(f.operationNanos()).isEqualTo(5);
        FunctionProfile g = profiles.function("g").orElseThrow();
        assertThat(g.calls()).isEqualTo(new CallTotals(1, 7, 0, 500, 7, 7, 1, 0));
    }

    @Test
    void node_thatOnlyTheIgnoredCallHas_staysWithoutCalls() {
        FunctionProfiles profiles = new FunctionProfiles(FunctionSelector.AUTOMATIC, true);
        profiles.add(new OneThread()
                .call("f", 0, 100)
                .scope("aten::empty", 0, 50)
                .call("f", 100, 100)
                .scope("aten::mm", 100, 50)
                .build());
        FunctionProfile profile = only(profiles);
        assertThat(profile.nodeCount()).isEqualTo(2);
        assertThat(profile.appliesByTime()).extracting(Apply::place).containsExactly("aten::mm");
        assertThat(profile.classes()).extracting(OperationTotal::name).containsExactly("aten::mm");
    }

    @Test
    void firstCall_isTheEarliestOfAllThreads() {
        TraceBuilder trace = new TraceBuilder();
        int f = trace.nameId("f", EventKind.FUNCTION, "");
        trace.thread(1, "late").add(f, 50, 10);
        trace.thread(2, "early").add(f, 5, 30);
        FunctionProfiles profiles = new FunctionProfiles(FunctionSelector.AUTOMATIC, true);
        profiles.add(trace.build());
        assertThat(only(profiles).calls()).isEqualTo(new CallTotals(1, 10, 0, 30, 10, 10, 1, 0));
    }

    @Test
    void shared_countsAllFunctionsInOneProfile() {
        FunctionProfiles profiles = new FunctionProfiles(FunctionSelector.FUNCTIONS.shared("both"), false);
        profiles.add(new OneThread().call("f", 0, 100).call("g", 100, 10).build());
        FunctionProfile both = only(profiles);
        assertThat(both.name()).isEqualTo("both");
        assertThat(both.calls().count()).isEqualTo(2);
        assertThat(both.calls().nanos()).isEqualTo(110);
    }

    @Test
    void sum_leavesOutCallsInsideOtherFunctions_andKeepsNodesApart() {
        FunctionProfiles profiles = of(new OneThread()
                .call("outer", 0, 100)
                .call("inner", 10, 50)
                .scope("aten::mm", 20, 10)
                .call("inner", 200, 30)
                .scope("aten::mm", 200, 20)
                .build());
        assertThat(profiles.function("inner").orElseThrow().calls().nanos()).isEqualTo(80);
        FunctionProfile sum = profiles.sum("all");
        assertThat(sum.calls().count()).isEqualTo(2);
        assertThat(sum.calls().nanos()).isEqualTo(130);
        assertThat(sum.applies()).extracting(Apply::place).containsExactly("outer/inner/aten::mm", "inner/aten::mm");
        assertThat(sum.operationNanos()).isEqualTo(30);
    }

    @Test
    void nodes_beyondTheLimit_areSummedUpByName() {
        FunctionProfiles profiles = new FunctionProfiles(FunctionSelector.AUTOMATIC, false, 3);
        OneThread trace = new OneThread().call("f", 0, 1000);
        IntStream.range(0, 10)
                .forEach(i -> trace.operation("aten::mm", OpSignature.of(tensor(i, 2), tensor(2, 2)), 10L * i, 5));
        trace.scope("aten::add", 200, 7);
        profiles.add(trace.build());
        FunctionProfile profile = only(profiles);
        assertThat(profile.nodeCount()).isEqualTo(5);
        assertThat(profile.applies().get(3)).satisfies(further -> {
            assertThat(further.occurrence()).isEqualTo(-1);
            assertThat(further.operation().name()).isEqualTo("aten::mm");
            assertThat(further.calls()).isEqualTo(7);
            assertThat(further.nanos()).isEqualTo(35);
        });
        assertThat(profile.operationNanos()).isEqualTo(57);
    }

    /** A trace of two threads with a step each; the last event of the second one cannot be read. */
    private static Trace torn() {
        ClockAnchor begin = new ClockAnchor(0, 0);
        ClockAnchor middle = new ClockAnchor(40, 40);
        ClockAnchor end = new ClockAnchor(100, 100);
        SegmentBuilder whole = new SegmentBuilder(begin, middle);
        int name = whole.beside().nameId("aten::mm");
        whole.thread(1, "whole", 0).events().add(name, 1, 5);
        whole.thread(2, "torn", 0).events().add(name, 21, 5);
        whole.beside().step(new StepMark(0, 0, 10, 1, false)).step(new StepMark(1, 20, 10, 2, false));
        SegmentBuilder torn = new SegmentBuilder(middle, end);
        torn.thread(2, "torn", 1)
                .readLater(
                        new ThreadSegmentHeader(
                                2, "torn", false, 1, 1, 50, 60, new int[0], ThreadSegmentHeader.Has.NOTHING),
                        events -> {
                            throw new IOException("damaged");
                        });
        SegmentCounts two = SegmentCounts.ZERO.plus(2, Map.of(), Map.of());
        SegmentCounts three = two.plus(1, Map.of(), Map.of());
        JoinedSegments joined = new JoinedSegments()
                .add(whole.counts(SegmentCounts.ZERO, two).build())
                .add(torn.counts(two, three).build());
        joined.trace().window(begin, end);
        return joined.build();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void trace_thatCannotBeReadToItsEnd_changesNothing(boolean ignoreFirstCalls) {
        FunctionProfiles profiles = new FunctionProfiles(FunctionSelector.STEPS, ignoreFirstCalls);
        Trace torn = torn();

        assertThatThrownBy(() -> profiles.add(torn)).isInstanceOf(UncheckedIOException.class);
        assertThat(profiles.functions()).isEmpty();

        profiles.add(new OneThread().scope("aten::mm", 1, 3).step(7, 0, 20).build());
        byte[] before = profiles.toByteArray();
        assertThatThrownBy(() -> profiles.add(torn)).isInstanceOf(UncheckedIOException.class);
        assertThat(profiles.toByteArray()).isEqualTo(before);
        assertThat(profiles.traces()).isOne();
    }

    @Test
    void trace_withoutAnyFunction_givesNone() {
        assertThat(of(new OneThread().scope("a", 0, 1).build()).functions()).isEmpty();
        assertThat(of(new TraceBuilder().build()).sum("all").calls()).isEqualTo(CallTotals.NONE);
    }

    @Test
    void profiles_ofOneFunction_canBeAddedUp() {
        FunctionProfile first =
                only(of(new OneThread().call("f", 0, 10).scope("aten::mm", 1, 3).build()));
        FunctionProfile second = only(of(new OneThread()
                .call("f", 0, 20)
                .scope("aten::add", 1, 4)
                .scope("aten::mm", 6, 5)
                .build()));
        FunctionProfile both = first.plus(second);
        assertThat(both.calls()).isEqualTo(new CallTotals(2, 30, 13, 10, 10, 20, 0, 0));
        assertThat(both.applies())
                .extracting(Apply::id, Apply::place, Apply::calls, Apply::nanos)
                .containsExactly(tuple(0, "aten::mm", 2L, 8L), tuple(1, "aten::add", 1L, 4L));
    }

    @Test
    void compileTimes_ofCalls_areKeptAlsoOfTheIgnoredOne() {
        FunctionProfiles profiles = new FunctionProfiles(FunctionSelector.AUTOMATIC, true);
        profiles.add(new OneThread()
                .call("f", 0, 100)
                .scope("graph building", 10, 30)
                .call("f", 100, 20)
                .scope("graph building", 105, 5)
                .scope("graph building", 200, 50)
                .build());
        assertThat(only(profiles).compile()).isEqualTo(new CompileTime(35, 0, 0, 0));
        assertThat(profiles.sum("all").compile().totalNanos()).isEqualTo(35);
    }

    @Test
    void calls_ofATrace_areThoseThatAreProfiled() {
        Trace trace = new OneThread()
                .call("f", 0, 100)
                .call("f", 10, 20)
                .call("g", 40, 20)
                .call("f", 100, 5)
                .build();
        assertThat(FunctionSelector.AUTOMATIC.calls(trace))
                .containsExactly(
                        new FunctionCall("f", 1, 0, 100),
                        new FunctionCall("g", 1, 40, 60),
                        new FunctionCall("f", 1, 100, 105));
    }

    @ParameterizedTest
    @ValueSource(strings = {"automatic", "functions", "steps", "modules", "names:forward", "names:a b|c::d"})
    void selector_asText_isTheSameSelector(String text) {
        assertThat(FunctionSelector.parse(text)).hasToString(text);
        assertThat(FunctionSelector.parse(FunctionSelector.parse(text).toString()))
                .isEqualTo(FunctionSelector.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Steps", "names:", "names:a||b", "forward"})
    void selector_ofAnotherText_isRefusedNamingWhatIsAllowed(String text) {
        assertThatThrownBy(() -> FunctionSelector.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not allowed: must be");
    }
}
