package io.stepprofiler.handlers.xplane;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What XProf's table of kernels shows of a launch, from the arguments of the kernel as PyTorch's traces call them.
 *
 * @see <a href="https://github.com/openxla/xprof/tree/master/xprof/utils">kernel_stats_utils.cc</a>
 */
final class KernelDetails {
    private static final Map<String, String> NUMBERS = new LinkedHashMap<>();
    private static final Map<String, String> SIZES = new LinkedHashMap<>();
    private static final Pattern SIZE = Pattern.compile("\\d+,\\d+,\\d+");

    static {
        NUMBERS.put("registers per thread", "regs");
        NUMBERS.put("static shared memory", "static_shared");
        NUMBERS.put("shared memory", "dynamic_shared");
        NUMBERS.put("est. achieved occupancy %", "occ_pct");
        SIZES.put("grid", "grid");
        SIZES.put("block", "block");
    }

    private KernelDetails() {}

    /** The text; what is in it besides is for the reader, since the table leaves out kernels without any. */
    static String of(int stream, Map<String, Object> arguments) {
        StringBuilder text = new StringBuilder("stream:").append(stream);
        NUMBERS.forEach((argument, key) -> {
            if (arguments.get(argument) instanceof Number number) {
                text.append(' ').append(key).append(':').append(number);
            }
        });
        SIZES.forEach((argument, key) -> {
            String size = String.valueOf(arguments.get(argument)).replaceAll("[\\[\\]\\s]", "");
            if (SIZE.matcher(size).matches()) {
                text.append(' ').append(key).append(':').append(size);
            }
        });
        return text.toString();
    }
}
