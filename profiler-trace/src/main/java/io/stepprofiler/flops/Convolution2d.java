package io.stepprofiler.flops;

import io.stepprofiler.event.Dims;
import io.stepprofiler.event.Operand;
import java.util.List;
import java.util.OptionalLong;

/**
 * The floating point operations of {@code aten::conv2d(input, weight, bias, stride, padding, dilation, groups)}, where
 * stride, padding, dilation and groups have the defaults 1, 0, 1 and 1.
 */
final class Convolution2d {
    private static final int STRIDE = 3;
    private static final int PADDING = 4;
    private static final int DILATION = 5;
    private static final int GROUPS = 6;
    private static final int LONGEST_TEXT = 64;
    private static final long[] UNKNOWN = {};

    private Convolution2d() {}

    static OptionalLong flops(List<Operand> inputs) {
        Dims input = FlopFormula.tensor(inputs, 0);
        Dims weight = FlopFormula.tensor(inputs, 1);
        // An input of three dimensions is one image without a batch.
        int channels = input.rank() - 3;
        if (channels < 0 || channels > 1 || weight.rank() != 4) {
            return OptionalLong.empty();
        }
        long[] groups = pair(inputs, GROUPS, 1);
        if (!allAtLeast(1, groups)
                || Math.multiplyExact(weight.get(1), groups[0]) != input.get(channels)
                || weight.get(0) % groups[0] != 0) {
            return OptionalLong.empty();
        }
        long[] size = {input.get(channels + 1), input.get(channels + 2)};
        long[] kernel = {weight.get(2), weight.get(3)};
        long[] result = resultSize(inputs, size, kernel);
        long batch = channels == 1 ? input.get(0) : 1;
        return result.length == 0
                ? OptionalLong.empty()
                : FlopFormula.times(2, batch, result[0], result[1], kernel[0], kernel[1], weight.get(1), weight.get(0));
    }

    /** Height and width of the result, or {@link #UNKNOWN}. */
    private static long[] resultSize(List<Operand> inputs, long[] size, long[] kernel) {
        long[] stride = pair(inputs, STRIDE, 1);
        long[] dilation = pair(inputs, DILATION, 1);
        if (!allAtLeast(1, stride, dilation, kernel)) {
            return UNKNOWN;
        }
        if (isPadding(inputs, "same")) {
            return stride[0] == 1 && stride[1] == 1 ? size : UNKNOWN;
        }
        long[] padding = isPadding(inputs, "valid") ? new long[2] : pair(inputs, PADDING, 0);
        if (!allAtLeast(0, padding)) {
            return UNKNOWN;
        }
        long[] result = new long[2];
        for (int i = 0; i < 2; i++) {
            long reach = Math.addExact(Math.multiplyExact(dilation[i], kernel[i] - 1), 1);
            long room = Math.subtractExact(Math.addExact(size[i], Math.multiplyExact(2, padding[i])), reach);
            if (room < 0) {
                return UNKNOWN;
            }
            result[i] = room / stride[i] + 1;
        }
        return result;
    }

    private static boolean allAtLeast(long least, long[]... each) {
        for (long[] pair : each) {
            if (pair.length == 0 || pair[0] < least || pair[1] < least) {
                return false;
            }
        }
        return true;
    }

    /** True if the padding is given by this name. */
    private static boolean isPadding(List<Operand> inputs, String padding) {
        return PADDING < inputs.size() && inputs.get(PADDING).text().equals(padding);
    }

    /**
     * The two numbers of an input such as {@code [2, 1]}, {@code [2]} or {@code 2}; {@link #UNKNOWN} if it has no such
     * numbers.
     */
    private static long[] pair(List<Operand> inputs, int index, long ifAbsent) {
        // An absent input before stated ones is unknown, not the default: torch's traces leave out a padding "same".
        if (inputs.stream().skip(index).allMatch(input -> input.kind() == Operand.Kind.NONE)) {
            return new long[] {ifAbsent, ifAbsent};
        }
        String text = inputs.get(index).text().strip();
        if (text.length() > LONGEST_TEXT) {
            return UNKNOWN;
        }
        if (text.startsWith("[") && text.endsWith("]")) {
            text = text.substring(1, text.length() - 1);
        }
        List<String> numbers = List.of(text.split(",", -1));
        try {
            long first = Long.parseLong(numbers.get(0).strip());
            long last = Long.parseLong(numbers.get(numbers.size() - 1).strip());
            return numbers.size() <= 2 ? new long[] {first, last} : UNKNOWN;
        } catch (NumberFormatException noNumber) {
            return UNKNOWN;
        }
    }
}
