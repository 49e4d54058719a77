package io.stepprofiler.flops;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.averages.KeyAverage;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FlopFormulaTest {
    private static final long NONE = KeyAverage.NO_FLOPS;
    private static final long LARGE = 1L << 40;

    private static Operand tensor(long... dims) {
        return Operand.tensor(ElementType.FLOAT, Dims.of(dims));
    }

    private static Operand scalars(String text) {
        return new Operand(Operand.Kind.SCALAR_LIST, ElementType.UNKNOWN, List.of(), List.of(), text, false);
    }

    private static long flops(String name, Operand... inputs) {
        return FlopFormula.of(name)
                .map(formula -> formula.flops(List.of(inputs)))
                .orElse(NONE);
    }

    private static Arguments of(long flops, String name, Operand... inputs) {
        return Arguments.of(flops, name, inputs);
    }

    static Stream<Arguments> products() {
        return Stream.of(
                of(2 * 64 * 784 * 128, "aten::mm", tensor(64, 784), tensor(784, 128)),
                of(2 * 64 * 784 * 128, "mm", tensor(64, 784), tensor(784, 128)),
                of(0, "mm", tensor(0, 784), tensor(784, 128)),
                of(2 * 3 * 4 * 5, "aten::addmm", tensor(5), tensor(3, 4), tensor(4, 5), Operand.scalar("1")),
                of(2 * 7 * 3 * 4 * 5, "aten::bmm", tensor(7, 3, 4), tensor(7, 4, 5)),
                of(2 * 7 * 3 * 4 * 5, "baddbmm", tensor(7, 3, 5), tensor(7, 3, 4), tensor(7, 4, 5)),
                of(NONE, "mm", tensor(3, 4), tensor(5, 6)),
                of(NONE, "mm", tensor(3, 4), tensor(4)),
                of(NONE, "mm", tensor(-3, 4), tensor(4, 5)),
                of(NONE, "mm", tensor(3, 4)),
                of(NONE, "mm"),
                of(NONE, "mm", tensor(3, 4), Operand.scalar("4")),
                of(NONE, "mm", tensor(3, 4), Operand.ABSENT),
                of(NONE, "mm", tensor(LARGE, 4), tensor(4, LARGE)),
                of(NONE, "bmm", tensor(7, 3, 4), tensor(8, 4, 5)),
                of(NONE, "bmm", tensor(3, 4), tensor(4, 5)),
                of(NONE, "aten::mm_out", tensor(3, 4), tensor(4, 5)),
                of(NONE, "my::mm", tensor(3, 4), tensor(4, 5)),
                of(NONE, "", tensor(3, 4), tensor(4, 5)));
    }

    /** What torch takes from the first input: 3 in the third row, where the result has 6 elements. */
    static Stream<Arguments> elementwise() {
        return Stream.of(
                of(6, "aten::add", tensor(2, 3), tensor(2, 3), Operand.scalar("1")),
                of(6, "aten::mul", tensor(2, 3), tensor(3)),
                of(6, "aten::mul", tensor(3), tensor(2, 3)),
                of(6, "aten::add", tensor(2, 1), tensor(1, 3)),
                of(6, "mul", tensor(2, 3), Operand.scalar("0.5")),
                of(6, "mul", Operand.scalar("0.5"), tensor(2, 3)),
                of(6, "mul", tensor(2, 3), tensor()),
                of(1, "add", tensor(), tensor()),
                of(0, "add", tensor(0, 3), tensor(1, 3)),
                of(0, "add", tensor(0, LARGE, LARGE), tensor(1)),
                of(NONE, "add", tensor(2, 3), tensor(4)),
                of(NONE, "add", tensor(0), tensor(3)),
                of(NONE, "add", tensor(-1, 3), tensor(3)),
                of(NONE, "add", tensor(3), tensor(-1, 3)),
                of(NONE, "add", tensor(2, 3)),
                of(NONE, "add", tensor(2), Operand.other("x")),
                of(NONE, "add", tensor(LARGE, LARGE), tensor(1)));
    }

    static Stream<Arguments> convolutions() {
        Operand image = tensor(8, 3, 32, 28);
        Operand weight = tensor(16, 3, 5, 3);
        return Stream.of(
                of(2L * 8 * 28 * 26 * 5 * 3 * 3 * 16, "aten::conv2d", image, weight),
                of(
                        2L * 8 * 14 * 13 * 5 * 3 * 3 * 16,
                        "conv2d",
                        image,
                        weight,
                        Operand.ABSENT,
                        scalars("[2, 2]"),
                        scalars("[0, 0]"),
                        scalars("[1, 1]"),
                        Operand.scalar("1")),
                of(
                        2L * 8 * 16 * 30 * 5 * 3 * 3 * 16,
                        "conv2d",
                        image,
                        weight,
                        tensor(16),
                        scalars("[2, 1]"),
                        scalars("[2]")),
                of(
                        2L * 8 * (32 - 8) * (28 - 6) * 5 * 3 * 3 * 16,
                        "conv2d",
                        image,
                        weight,
                        tensor(16),
                        scalars("1"),
                        scalars("[0, 0]"),
                        scalars("[2, 3]")),
                of(
                        2L * 8 * 32 * 28 * 5 * 3 * 3 * 16,
                        "conv2d",
                        image,
                        weight,
                        tensor(16),
                        scalars("[1, 1]"),
                        Operand.other("same")),
                of(
                        2L * 8 * 28 * 26 * 5 * 3 * 3 * 16,
                        "conv2d",
                        image,
                        weight,
                        tensor(16),
                        scalars("[1, 1]"),
                        Operand.other("valid")),
                of(2L * 28 * 26 * 5 * 3 * 3 * 16, "conv2d", tensor(3, 32, 28), weight),
                of(
                        2L * 4 * 6 * 6 * 3 * 3 * 8 * 8 / 8,
                        "conv2d",
                        tensor(4, 8, 8, 8),
                        tensor(8, 1, 3, 3),
                        Operand.ABSENT,
                        scalars("[1]"),
                        scalars("[0]"),
                        scalars("[1]"),
                        Operand.scalar("8")),
                of(0, "conv2d", tensor(0, 3, 32, 28), weight));
    }

    static Stream<Arguments> malformedConvolutions() {
        Operand image = tensor(8, 3, 32, 28);
        Operand weight = tensor(16, 3, 5, 3);
        Operand none = Operand.ABSENT;
        return Stream.of(
                of(NONE, "conv2d"),
                of(NONE, "conv2d", image),
                of(NONE, "conv2d", image, tensor(16, 4, 5, 3)),
                of(NONE, "conv2d", image, tensor(16, 3, 5)),
                of(NONE, "conv2d", tensor(32, 28), weight),
                of(NONE, "conv2d", tensor(8, 3, 4, 28), weight),
                of(NONE, "conv2d", tensor(8, 3, -32, 28), weight),
                of(NONE, "conv2d", image, tensor(16, 3, 0, 3)),
                of(NONE, "conv2d", image, weight, none, scalars("[0, 0]")),
                of(NONE, "conv2d", image, weight, none, scalars("[-1, 1]")),
                of(NONE, "conv2d", image, weight, none, scalars("")),
                of(NONE, "conv2d", image, weight, none, scalars("[1, 1, 1]")),
                of(NONE, "conv2d", image, weight, none, scalars("[,]")),
                of(NONE, "conv2d", image, weight, none, scalars("[1" + ", 1".repeat(10_000) + "]")),
                of(NONE, "conv2d", image, weight, none, scalars("[1]"), scalars("[-1]")),
                of(NONE, "conv2d", image, weight, none, scalars("[1]"), Operand.other("circular")),
                of(NONE, "conv2d", image, weight, none, scalars("[2]"), Operand.other("same")),
                // A padding "same" is absent in torch's traces: padding 0 would be wrong.
                of(
                        NONE,
                        "conv2d",
                        image,
                        weight,
                        none,
                        scalars("[1, 1]"),
                        none,
                        scalars("[1, 1]"),
                        Operand.scalar("1")),
                of(NONE, "conv2d", image, weight, none, none, none, none, Operand.scalar("0")),
                of(NONE, "conv2d", image, weight, none, none, none, none, Operand.scalar("2")),
                of(NONE, "conv2d", image, weight, none, scalars("[1]"), scalars("[" + Long.MAX_VALUE + "]")),
                of(NONE, "conv2d", image, weight, none, none, none, scalars("[" + Long.MAX_VALUE + "]")),
                of(NONE, "conv2d", tensor(LARGE, 3, LARGE, LARGE), weight));
    }

    @ParameterizedTest
    @MethodSource({"products", "elementwise", "convolutions", "malformedConvolutions"})
    void flops_inputs_areByTheFormulaOrNone(long flops, String name, Operand... inputs) {
        assertThat(flops(name, inputs)).as(Arrays.toString(inputs)).isEqualTo(flops);
    }

    @Test
    void flops_tenThousandDimensions_haveNoFigureOrTheProduct() {
        long[] ones = new long[10_000];
        Arrays.fill(ones, 1);
        long[] twos = new long[10_000];
        Arrays.fill(twos, 2);
        assertThat(flops("add", tensor(ones), tensor(ones))).isEqualTo(1);
        assertThat(flops("add", tensor(twos), tensor(twos))).isEqualTo(NONE);
        assertThat(flops("mm", tensor(ones), tensor(ones))).isEqualTo(NONE);
        assertThat(flops("conv2d", tensor(ones), tensor(ones))).isEqualTo(NONE);
    }

    @Test
    void flops_anyOperands_neverThrowAndAreNeverBelowNone() {
        for (int seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            Operand[] inputs = new Operand[random.nextInt(8)];
            Arrays.setAll(inputs, i -> randomOperand(random));
            String name = List.of("conv2d", "mm", "addmm", "bmm", "baddbmm", "add", "mul")
                    .get(random.nextInt(7));
            assertThat(flops(name, inputs)).as("seed %d", seed).isGreaterThanOrEqualTo(NONE);
        }
    }

    private static Operand randomOperand(Random random) {
        long[] dims = random.longs(random.nextInt(6), -2, random.nextBoolean() ? 9 : Long.MAX_VALUE)
                .toArray();
        return switch (random.nextInt(6)) {
            case 0 -> Operand.ABSENT;
            case 1 -> Operand.scalar(String.valueOf(random.nextLong()));
            case 2 -> Operand.scalars(dims);
            case 3 -> Operand.tensors(ElementType.FLOAT, List.of(Dims.of(dims), Dims.of(dims)));
            default -> tensor(dims);
        };
    }

    @Test
    void keyAverages_severalEvents_addUpWhatIsKnown() {
        KeyAverage row = averaged(
                OpSignature.of(tensor(2, 3), tensor(3, 4)),
                OpSignature.of(),
                OpSignature.of(tensor(1, 1), tensor(1, 1)));
        assertThat(row.flops()).isEqualTo(2 * 2 * 3 * 4 + 2);
    }

    @Test
    void keyAverages_statedFlops_winOverTheFormula() {
        Operand tensor = tensor(2, 2);
        assertThat(averaged(new OpSignature("", List.of(tensor, tensor), List.of(), 5))
                        .flops())
                .isEqualTo(5);
        assertThat(averaged(new OpSignature("", List.of(tensor, tensor), List.of(), 0))
                        .flops())
                .isZero();
    }

    @Test
    void keyAverages_moreThanFits_staysTheLargestLong() {
        OpSignature huge = new OpSignature("", List.of(), List.of(), Long.MAX_VALUE - 1);
        assertThat(averaged(huge, huge, huge).flops()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void keyAverages_nothingKnown_saySo() {
        assertThat(averaged(OpSignature.UNKNOWN).flops()).isEqualTo(KeyAverage.NO_FLOPS);
    }

    private static KeyAverage averaged(OpSignature... signatures) {
        TraceBuilder trace = new TraceBuilder();
        TrackBuilder thread = trace.thread(1, "main");
        int nanos = 0;
        for (OpSignature signature : signatures) {
            thread.signature(thread.add(trace.nameId("mm"), nanos++, 1), trace.signatureId(signature));
        }
        thread.add(trace.nameId("mm"), nanos, 1);
        return KeyAverages.of(trace.build()).rows().get(0);
    }
}
