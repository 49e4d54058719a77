package io.stepprofiler.analysis.window;

import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Recorder and frameworks of a window, which decide the advice that applies to it.
 *
 * @param isOfAgent whether the agent recorded it; if not, a program through the API or another profiler
 * @param isKnown whether the frameworks of the program are known
 * @param frameworks frameworks with events in the window, such as {@code DJL}; frameworks on the class path if there
 *     are none
 */
public record Origin(boolean isOfAgent, boolean isKnown, Set<String> frameworks) {
    /** Metadata key under which the agent lists the woven classes. */
    private static final String AGENT = "step-profiler agent";

    /** Metadata key under which the source of DJL's operations names the layer they come from. */
    private static final String DJL = "djl layer";

    /** Framework of a window that the profiler of torch recorded in Python. */
    private static final String TORCH = "PyTorch";

    /** Frameworks of advice, by the names of frameworks in an environment. */
    private static final Map<String, Set<String>> ON_CLASS_PATH = Map.of(
            "DJL", Set.of("DJL"),
            "Deeplearning4j", Set.of("DL4J", "ND4J"),
            "ND4J", Set.of("ND4J"),
            "JavaCPP", Set.of("JavaCPP"),
            "PyTorch (JavaCPP)", Set.of("PyTorch (JavaCPP)", "JavaCPP"));

    /**
     * {@return the origin of a window}
     *
     * @param trace the window
     */
    public static Origin of(Trace trace) {
        String agent = text(trace, AGENT);
        Set<String> shown = new HashSet<>();
        if (!text(trace, DJL).isEmpty() || weaves(agent, "djl") || hasOperations(trace, "djl::")) {
            shown.add("DJL");
        }
        if (weaves(agent, "nd4j") || hasOperations(trace, "nd4j::")) {
            shown.addAll(Set.of("ND4J", "JavaCPP"));
        }
        if (weaves(agent, "dl4j")) {
            shown.addAll(Set.of("DL4J", "ND4J", "JavaCPP"));
        }
        Optional<Environment> environment = Environment.of(trace);
        if (environment.isPresent() && shown.isEmpty()) {
            environment
                    .get()
                    .frameworks()
                    .keySet()
                    .forEach(name -> shown.addAll(ON_CLASS_PATH.getOrDefault(name, Set.of())));
        } else if (environment.isEmpty() && shown.isEmpty() && hasOperations(trace, "aten::")) {
            shown.add(TORCH);
        }
        return new Origin(!agent.isEmpty(), environment.isPresent() || !shown.isEmpty(), shown);
    }

    /** {@return whether torch's own profiler recorded it in a Python program} */
    public boolean isOfTorch() {
        return frameworks.contains(TORCH);
    }

    private static String text(Trace trace, String key) {
        MetadataValue value = trace.metadata().get(key);
        return value == null ? "" : value.text();
    }

    /** True if the agent has woven classes of a framework. */
    private static boolean weaves(String agent, String framework) {
        return agent.matches(".*\\b" + framework + " [1-9]\\d* class.*");
    }

    private static boolean hasOperations(Trace trace, String namespace) {
        for (int name = 0; name < trace.nameCount(); name++) {
            if (trace.name(name).startsWith(namespace)) {
                return true;
            }
        }
        return false;
    }
}
