package io.stepprofiler.analysis.rules;

/**
 * Something to do about a finding.
 *
 * @param framework for whom, such as {@code DJL} or {@code JVM}; empty for everybody
 * @param text what to do, with code or options as one would paste them
 */
public record Advice(String framework, String text) {
    /** For programs that call the profiler: advice about how to record that the agent's users cannot follow. */
    public static final String API = "API";

    /** For programs under the agent: options of it. */
    public static final String AGENT = "agent";

    /**
     * {@return advice for everybody}
     *
     * @param text what to do
     */
    public static Advice of(String text) {
        return new Advice("", text);
    }
}
