package io.stepprofiler.analysis.window;

import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Methods that are steps of a window, by the patterns that the agent was given; none for other recorders. */
final class StepMethods {
    /** Metadata key under which the agent lists the patterns, such as {@code com.acme.Train.step, com.acme.*.fit}. */
    static final String KEY = "step-profiler step methods";

    private final List<Pattern> patterns;

    private StepMethods(List<Pattern> patterns) {
        this.patterns = patterns;
    }

    /** Returns the methods of a window. */
    static StepMethods of(Trace trace) {
        MetadataValue value = trace.metadata().get(KEY);
        return new StepMethods(
                value == null
                        ? List.of()
                        : Arrays.stream(value.text().split(", ", -1))
                                .map(StepMethods::pattern)
                                .toList());
    }

    /** A star stands for any characters, and a dot for the dollar of a nested class, too. */
    private static Pattern pattern(String method) {
        return Pattern.compile(Arrays.stream(method.split("\\*", -1))
                .map(part ->
                        Arrays.stream(part.split("\\.", -1)).map(Pattern::quote).collect(Collectors.joining("[.$]")))
                .collect(Collectors.joining(".*")));
    }

    /** True if a method, such as {@code com.acme.Train.step}, is a step. */
    boolean contain(String method) {
        return patterns.stream().anyMatch(pattern -> pattern.matcher(method).matches());
    }
}
