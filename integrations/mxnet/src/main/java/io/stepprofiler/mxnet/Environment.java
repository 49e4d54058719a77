package io.stepprofiler.mxnet;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * MXNet's environment variables; a system property of the same name goes before.
 *
 * @param autostart whether profiling begins by itself
 * @param mode bits of the categories that are profiled while the program has not configured the profiler
 */
record Environment(boolean autostart, int mode) {
    static final String AUTOSTART = "MXNET_PROFILER_AUTOSTART";
    static final String MODE = "MXNET_PROFILER_MODE";

    /** MXNet's: all but single operations. */
    static final int DEFAULT_MODE = 13;

    private static final System.Logger LOG = System.getLogger(Profiler.class.getName());

    /** That of this process. */
    static Environment current() {
        return of(name -> {
            String property = System.getProperty(name);
            return property != null ? property : System.getenv(name);
        });
    }

    /** What the variables say; one that makes no sense is logged and left out, because nobody could catch an error. */
    @SuppressWarnings("NullAway") // A variable may be missing.
    static Environment of(UnaryOperator<String> variables) {
        return new Environment(isOn(variables.apply(AUTOSTART)), mode(variables.apply(MODE)));
    }

    private static boolean isOn(@Nullable String text) {
        if (text == null || text.isBlank() || text.equals("0")) {
            return false;
        }
        if (!text.equals("1")) {
            ignore(AUTOSTART, text, "must be 0 or 1");
        }
        return text.equals("1");
    }

    private static int mode(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return DEFAULT_MODE;
        }
        try {
            int bits = Integer.parseInt(text.strip());
            if (bits >= 0 && bits <= ProfileCategory.ALL_BITS) {
                return bits;
            }
        } catch (NumberFormatException e) {
            // Ignored below.
        }
        ignore(MODE, text, "must be 0 to " + ProfileCategory.ALL_BITS);
        return DEFAULT_MODE;
    }

    private static void ignore(String name, String text, String why) {
        LOG.log(
                System.Logger.Level.WARNING,
                () -> Texts.refused(name, text, why).getMessage());
    }
}
