package io.stepprofiler.analysis.rules;

import io.stepprofiler.frameworks.Frameworks;
import io.stepprofiler.frameworks.Problem;
import java.util.ArrayList;
import java.util.List;

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

    /** Returns advice about a problem: some to begin with, that of the frameworks, and some more. */
    static List<Advice> about(Problem problem, List<Advice> first, Advice... more) {
        List<Advice> all = new ArrayList<>(first);
        Frameworks.advice(problem).forEach((framework, text) -> all.add(new Advice(framework, text)));
        all.addAll(List.of(more));
        return List.copyOf(all);
    }
}
