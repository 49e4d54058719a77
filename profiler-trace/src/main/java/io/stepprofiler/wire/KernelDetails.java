package io.stepprofiler.wire;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Launch parameters of a kernel or a copy as XProf's text, such as {@code regs:32 grid:2,1,1}: converts them from the
 * arguments of PyTorch's traces, and back.
 *
 * @see <a href="https://github.com/openxla/xprof/tree/master/xprof/utils">kernel_stats_utils.cc</a>
 */
public final class KernelDetails {
    private static final String STREAM = "stream";
    /** Shared memory of a block: PyTorch records the total and the static part, XProf the static and dynamic parts. */
    private static final String SHARED = "shared memory";

    private static final String STATIC_SHARED = "static shared memory";
    private static final String DYNAMIC = "dynamic_shared";

    /** Argument and its key in the text. */
    private record Known(String argument, String key) {}

    private static final List<Known> NUMBERS = List.of(
            new Known("registers per thread", "regs"),
            new Known(STATIC_SHARED, "static_shared"),
            new Known("est. achieved occupancy %", "occ_pct"),
            new Known("bytes", "size"));

    private static final List<String> SIZES = List.of("grid", "block");
    private static final Pattern SIZE = Pattern.compile("\\d+,\\d+,\\d+");
    private static final Pattern ENTRY = Pattern.compile("(\\w+):(\\S+)");
    private static final Pattern WHOLE = Pattern.compile("-?\\d{1,18}");
    private static final Pattern DECIMAL = Pattern.compile("-?\\d{1,18}\\.\\d{1,18}");

    private KernelDetails() {}

    /**
     * {@return the text; it has at least the stream, because tables leave out kernels without details}
     *
     * @param stream number of the stream
     * @param arguments arguments of the event
     */
    public static String text(int stream, Map<String, Object> arguments) {
        StringBuilder text = new StringBuilder(STREAM).append(':').append(stream);
        for (Known known : NUMBERS) {
            if (arguments.get(known.argument()) instanceof Number number) {
                append(known.key(), number, text);
            }
        }
        if (arguments.get(SHARED) instanceof Long shared) {
            append(DYNAMIC, Math.max(shared - wholeOrZero(arguments.get(STATIC_SHARED)), 0), text);
        }
        for (String key : SIZES) {
            String size = String.valueOf(arguments.get(key)).replaceAll("[\\[\\]\\s]", "");
            if (SIZE.matcher(size).matches()) {
                append(key, size, text);
            }
        }
        return text.toString();
    }

    private static void append(String key, Object value, StringBuilder to) {
        to.append(' ').append(key).append(':').append(value);
    }

    private static long wholeOrZero(@Nullable Object value) {
        return value instanceof Long whole ? whole : 0;
    }

    /**
     * {@return the arguments in a text, unknown ones under their own keys; none if the text has another form}
     *
     * @param text keys and values, separated by spaces or line ends
     */
    public static Map<String, Object> arguments(String text) {
        Map<String, Object> told = new LinkedHashMap<>();
        for (String entry : text.strip().split("\\s+", -1)) {
            Matcher matcher = ENTRY.matcher(entry);
            if (!matcher.matches()) {
                return Map.of();
            }
            told.put(matcher.group(1), value(matcher.group(2)));
        }
        told.remove(STREAM);
        Map<String, Object> arguments = new LinkedHashMap<>();
        told.forEach((key, value) -> arguments.put(argument(key), value));
        if (arguments.get(DYNAMIC) instanceof Long dynamic) {
            arguments.remove(DYNAMIC);
            arguments.put(SHARED, dynamic + wholeOrZero(arguments.get(STATIC_SHARED)));
        }
        return arguments;
    }

    private static String argument(String key) {
        return NUMBERS.stream()
                .filter(known -> known.key().equals(key))
                .map(Known::argument)
                .findFirst()
                .orElse(key);
    }

    private static Object value(String text) {
        if (WHOLE.matcher(text).matches()) {
            return Long.parseLong(text);
        }
        if (DECIMAL.matcher(text).matches()) {
            return Double.parseDouble(text);
        }
        return SIZE.matcher(text).matches() ? "[" + text + "]" : text;
    }
}
