package io.stepprofiler.mxnet;

import java.util.Optional;

/**
 * MXNet's environment variables; a system property of the same name takes precedence.
 *
 * @param autostart whether profiling begins by itself
 * @param mode bits of the categories that are profiled while the program has not configured the profiler
 */
record EnvironmentVariables(boolean autostart, int mode) {
    static final String AUTOSTART = "MXNET_PROFILER_AUTOSTART";
    static final String MODE = "MXNET_PROFILER_MODE";

    /**
     * All categories. MXNet's default has operations of graphs but not single ones, which sources cannot distinguish.
     */
    static final int DEFAULT_MODE = 15;

    /** Returns a variable if it is set and not blank. */
    static Optional<String> variable(String name) {
        String property = System.getProperty(name);
        return Optional.ofNullable(property != null ? property : System.getenv(name))
                .map(String::strip)
                .filter(text -> !text.isEmpty());
    }

    /** Returns the environment of this process. */
    static EnvironmentVariables current() {
        return of(variable(AUTOSTART).orElse("0"), variable(MODE).orElse(Integer.toString(DEFAULT_MODE)));
    }

    /** Parses the variables; an invalid one is logged and ignored, because the program could not catch an exception. */
    static EnvironmentVariables of(String autostart, String mode) {
        if (!autostart.matches("[01]")) {
            ignore(AUTOSTART, autostart, "must be 0 or 1");
        }
        if (!mode.matches("[0-9]|1[0-5]")) {
            ignore(MODE, mode, "must be 0 to 15");
            return new EnvironmentVariables(autostart.equals("1"), DEFAULT_MODE);
        }
        return new EnvironmentVariables(autostart.equals("1"), Integer.parseInt(mode));
    }

    private static void ignore(String name, String text, String why) {
        MxFailureLog.warn(String.valueOf(MxMessages.refused(name, text, why).getMessage()), null);
    }
}
