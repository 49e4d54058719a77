package io.stepprofiler.analysis.window;

import io.stepprofiler.frameworks.Fact;
import io.stepprofiler.frameworks.Framework;
import io.stepprofiler.frameworks.Frameworks;
import io.stepprofiler.frameworks.PyTorch;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Recorder and frameworks of a window, which decide the advice that applies to it.
 *
 * @param isOfAgent whether the agent recorded it; if not, a program through the API or another profiler
 * @param isKnown whether the frameworks of the program are known
 * @param frameworks frameworks with events in the window, such as {@code DJL}; if there are none, frameworks on the
 *     class path that call stacks of the window show, or all of them if the stacks show none
 */
public record Origin(boolean isOfAgent, boolean isKnown, Set<String> frameworks) {
    /** Metadata key under which the agent lists the woven classes. */
    private static final String AGENT = "step-profiler agent";

    /**
     * {@return the origin of a window}
     *
     * @param trace the window
     */
    public static Origin of(Trace trace) {
        String agent = text(trace, AGENT);
        Set<String> shown = new HashSet<>();
        add(shown, each -> !each.isInPython() && hasRecorded(trace, agent, each));
        Optional<Environment> environment = Environment.of(trace);
        if (environment.isPresent() && shown.isEmpty()) {
            Set<String> present = new HashSet<>(environment.get().frameworks().keySet());
            // In Java it is a library of another framework, such as DJL.
            present.remove(PyTorch.NAME);
            add(shown, each -> present.contains(each.library()) && isCalled(trace, each));
            if (shown.isEmpty()) {
                add(shown, each -> present.contains(each.library()));
            }
        } else if (environment.isEmpty() && shown.isEmpty()) {
            add(shown, each -> each.isInPython() && hasOperations(trace, each));
        }
        return new Origin(!agent.isEmpty(), environment.isPresent() || !shown.isEmpty(), shown);
    }

    /** Adds some frameworks and their bases, if there is advice for programs of them. */
    private static void add(Set<String> shown, Predicate<Framework> some) {
        Frameworks.ALL.stream()
                .filter(some)
                .flatMap(each -> each.withBase().stream())
                .filter(Framework::isAdvised)
                .forEach(each -> shown.add(each.shortName()));
    }

    /** True if a call stack of the window has a class of the framework: a library on the class path may not be used. */
    private static boolean isCalled(Trace trace, Framework framework) {
        Set<String> classes = framework.names(Fact.CLASSES);
        return IntStream.range(0, trace.stackCount())
                .mapToObj(trace::stack)
                .anyMatch(stack ->
                        stack.stream().anyMatch(frame -> classes.stream().anyMatch(frame.getClassName()::startsWith)));
    }

    private static boolean hasRecorded(Trace trace, String agent, Framework framework) {
        return framework.names(Fact.METADATA).stream()
                        .anyMatch(key -> !text(trace, key).isEmpty())
                || framework.names(Fact.WEAVING).stream().anyMatch(name -> weaves(agent, name))
                || hasOperations(trace, framework);
    }

    /** {@return whether torch's own profiler recorded it in a Python program} */
    public boolean isOfTorch() {
        return frameworks.contains(PyTorch.NAME);
    }

    private static String text(Trace trace, String key) {
        MetadataValue value = trace.metadata().get(key);
        return value == null ? "" : value.text();
    }

    /** True if the agent has woven classes of a framework. */
    private static boolean weaves(String agent, String framework) {
        return agent.matches(".*\\b" + framework + " [1-9]\\d* class.*");
    }

    private static boolean hasOperations(Trace trace, Framework framework) {
        return framework.names(Fact.NAMESPACE).stream()
                .anyMatch(namespace -> IntStream.range(0, trace.nameCount())
                        .anyMatch(name -> trace.name(name).startsWith(namespace)));
    }
}
