package io.stepprofiler.analysis.rules;

/**
 * Something to do about a finding.
 *
 * @param framework framework it applies to, such as {@code DJL} or {@code JVM}; empty if it applies to all
 * @param text what to do, with code or options ready to paste
 */
public record Advice(String framework, String text) {
    /** Advice about recording for programs that call the profiler's API; users of the agent cannot follow it. */
    static final String API = "API";

    /** Advice about options of the agent, for programs that run under it. */
    static final String AGENT = "agent";

    /**
     * {@return advice that applies to every framework}
     *
     * @param text what to do
     */
    public static Advice of(String text) {
        return new Advice("", text);
    }
}
