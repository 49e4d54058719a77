package io.stepprofiler.mxnet;

import java.util.Optional;

/**
 * MXNet's environment variables; a system property of the same name goes before.
 *
 * @param autostart whether profiling begins by itself
 * @param mode bits of the categories that are profiled while the program has not configured the profiler
 */
record Environment(boolean autostart, int mode) {
    static final String AUTOSTART = "MXNET_PROFILER_AUTOSTART";
    static final String MODE = "MXNET_PROFILER_MODE";

    /**
     * All. MXNet's leaves single operations out and has those of graphs, and sources cannot tell the ones from the others.
     */
    static final int DEFAULT_MODE = 15;

    /** A variable that is set, and not blank. */
    static Optional<String> variable(String name) {
        String property = System.getProperty(name);
        return Optional.ofNullable(property != null ? property : System.getenv(name))
                .map(String::strip)
                .filter(text -> !text.isEmpty());
    }

    /** That of this process. */
    static Environment current() {
        return of(variable(AUTOSTART).orElse("0"), variable(MODE).orElse(Integer.toString(DEFAULT_MODE)));
    }

    /** What the variables say; one that makes no sense is logged and left out, because nobody could catch an error. */
    static Environment of(String autostart, String mode) {
        if (!autostart.matches("[01]")) {
            ignore(AUTOSTART, autostart, "must be 0 or 1");
        }
        if (!mode.matches("[0-9]|1[0-5]")) {
            ignore(MODE, mode, "must be 0 to 15");
            return new Environment(autostart.equals("1"), DEFAULT_MODE);
        }
        return new Environment(autostart.equals("1"), Integer.parseInt(mode));
    }

    private static void ignore(String name, String text, String why) {
        Troubles.warn(Texts.refused(name, text, why).getMessage(), null);
    }
}
