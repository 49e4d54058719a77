package io.stepprofiler.analysis.functions;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.functions.FunctionProfile.CallTotals;
import io.stepprofiler.analysis.window.Program;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule, on a profile that has what it looks for and on one that has not. */
class TipTest {
    private static final Operand FLOAT = Operand.tensor(ElementType.FLOAT, Dims.of(8, 8));
    private static final Operand DOUBLE = Operand.tensor(ElementType.DOUBLE, Dims.of(8, 8));

    /** Ten calls of 100 µs with an operation that takes nearly all of it. */
    private static final FunctionProfile FINE = profile(calls(10, 1_000_000, 100_000), apply("aten::mm", 10, 900_000));

    private static CallTotals calls(long count, long nanos, long first) {
        return new CallTotals(count, nanos, nanos, first, 0, first, 0, 0);
    }

    private static FunctionProfile profile(CallTotals calls, Apply... applies) {
        return new FunctionProfile("f", calls, CompileTime.NONE, List.of(applies));
    }

    private static FunctionProfile of(Apply... applies) {
        return profile(calls(10, 1_000_000, 100_000), applies);
    }

    private static Apply apply(String name, long calls, long nanos, Operand... inputs) {
        return apply(name, calls, nanos, 0, inputs);
    }

    private static Apply apply(String name, long calls, long nanos, long flops, Operand... inputs) {
        OperationSignature operation = OperationSignature.of(name, Program.JVM, OpSignature.of(inputs));
        return new Apply(0, operation, List.of("forward"), "", 0, calls, nanos, 0, nanos, flops, calls, nanos);
    }

    private static FunctionProfile shapes(int count, long callsEach) {
        List<Apply> applies = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            applies.add(apply(
                    "aten::mm", callsEach, 900_000 / count, Operand.tensor(ElementType.FLOAT, Dims.of(i + 1, 8))));
        }
        return of(applies.toArray(Apply[]::new));
    }

    static Stream<Arguments> cases() {
        return Stream.of(
                Arguments.of(
                        Tip.FIRST_CALL,
                        profile(calls(10, 1_000_000, 550_000), apply("aten::mm", 10, 900_000)),
                        "the first call took 550 µs, the others 50.0 µs on average"),
                Arguments.of(
                        Tip.OVERHEAD,
                        of(apply("aten::mm", 1000, 300_000)),
                        "70.0 % of the time is outside operations, 700 ns for each of 1000"),
                Arguments.of(
                        Tip.COMPILE_TIME,
                        new FunctionProfile(
                                "f", FINE.calls(), new CompileTime(0, 2_000_000, 0, 500_000), FINE.applies()),
                        "getting ready took 2.50 ms, the calls 1.00 ms"),
                Arguments.of(
                        Tip.DOUBLE_PRECISION,
                        of(apply("aten::mm", 10, 900_000, DOUBLE, DOUBLE)),
                        "90.0 % of the time is spent in 1 node in 64-bit floating point"),
                Arguments.of(
                        Tip.MIXED_TYPES,
                        of(apply("aten::add", 10, 900_000, FLOAT, DOUBLE)),
                        "first aten::add(float[8, 8], double[8, 8])"),
                Arguments.of(
                        Tip.SLOW_PRODUCT,
                        of(
                                apply("aten::mm", 10, 500_000, 50_000_000, FLOAT),
                                apply("aten::bmm", 10, 400_000, 1_000_000, FLOAT)),
                        "aten::bmm(float[8, 8]) takes 40.0 % of the time at 2.33 Gflops/s, where the fastest product has 93.13"),
                Arguments.of(
                        Tip.RANDOM_NUMBERS,
                        of(apply("aten::mm", 10, 500_000), apply("aten::bernoulli_", 20, 200_000)),
                        "20.0 % of the time is spent in 1 node for random numbers, first in forward/aten::bernoulli_"),
                Arguments.of(
                        Tip.COPIES,
                        of(apply("aten::copy_", 10, 300_000), apply("aten::contiguous", 20, 200_000)),
                        "50.0 % of the time is spent in 2 nodes for copies and conversions, first in forward/aten::copy_"),
                Arguments.of(Tip.CHANGING_SHAPES, shapes(20, 1), "aten::mm is called with 20 different shapes"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void rule_whereThereIsWhatItLooksFor_saysSoWithFigures(Tip tip, FunctionProfile profile, String text) {
        assertThat(tip.on(profile))
                .hasValueSatisfying(found -> assertThat(found).contains(text));
    }

    @ParameterizedTest
    @EnumSource
    void rule_onAProfileWithoutFault_isSilent(Tip tip) {
        assertThat(tip.on(FINE)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void rule_onAProfileWithoutCalls_isSilent(Tip tip) {
        assertThat(tip.on(profile(CallTotals.NONE))).isEmpty();
    }

    @Test
    void rules_allHaveACaseWithTheFault() {
        assertThat(cases().map(arguments -> arguments.get()[0])).containsExactly((Object[]) Tip.values());
    }

    @Test
    void shapes_thatEachCallHas_areNoChange() {
        assertThat(Tip.CHANGING_SHAPES.on(shapes(20, 10))).isEmpty();
    }

    @Test
    void doublePrecision_ofAnOperationThatIsMixed_isToldOnce() {
        FunctionProfile mixed = of(apply("aten::add", 10, 900_000, FLOAT, DOUBLE));
        assertThat(Tip.DOUBLE_PRECISION.on(mixed)).isEmpty();
    }

    @Test
    void firstCall_thatIsLeftOut_isNotToldAgain() {
        CallTotals calls = new CallTotals(10, 1_000_000, 1_000_000, 5_000_000, 0, 0, 1, 0);
        assertThat(Tip.FIRST_CALL.on(profile(calls, apply("aten::mm", 10, 900_000))))
                .isEmpty();
    }
}
