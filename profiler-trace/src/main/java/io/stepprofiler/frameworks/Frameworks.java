package io.stepprofiler.frameworks;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The frameworks that the profiler knows, and questions about all of them. */
public final class Frameworks {
    /** All of them; advice is in this order. */
    public static final List<Framework> ALL = List.of(
            Djl.FRAMEWORK,
            Nd4j.FRAMEWORK,
            Deeplearning4j.FRAMEWORK,
            JavaCpp.FRAMEWORK,
            PyTorch.FRAMEWORK,
            PyTorchOfJavaCpp.FRAMEWORK,
            TensorFlow.FRAMEWORK,
            Jax.FRAMEWORK,
            XgBoost.FRAMEWORK,
            Spark.FRAMEWORK,
            Tribuo.FRAMEWORK,
            Smile.FRAMEWORK,
            Mxnet.FRAMEWORK,
            OnnxRuntime.FRAMEWORK,
            BigDl.FRAMEWORK);

    /** End of the namespace of an operation. */
    private static final String NAMESPACE_END = "::";

    private Frameworks() {}

    /**
     * {@return whether an event has the name of a framework's operation or of a function that calls operations}
     *
     * @param name name of the event
     */
    public static boolean hasNamespace(String name) {
        return name.contains(NAMESPACE_END);
    }

    /**
     * {@return whether a scope has the name of a framework's operation, such as {@code aten::mm}}
     *
     * @param name name of the scope
     */
    public static boolean isOperation(String name) {
        return hasNamespace(name) && !PyTorch.isOfEngine(name);
    }

    /**
     * {@return the name of an operation without its namespace, such as {@code mm}}
     *
     * @param name its name
     */
    public static String withoutNamespace(String name) {
        return name.substring(name.lastIndexOf(NAMESPACE_END) + NAMESPACE_END.length());
    }

    /**
     * {@return whether a scope is an update of the parameters, such as {@code Optimizer.step#SGD.step}}
     *
     * @param name name of the scope
     */
    public static boolean isOptimizer(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.contains("optimizer") && !lower.contains("zero_grad") && !hasNamespace(lower);
    }

    /**
     * {@return the names of some operations of all frameworks, without namespaces}
     *
     * @param use what they are used for
     */
    public static Set<String> operations(OperationUse use) {
        return ALL.stream().flatMap(each -> each.operations(use).stream()).collect(Collectors.toUnmodifiableSet());
    }

    /** {@return the prefixes of the names of the classes of all frameworks} */
    public static Set<String> classes() {
        return ALL.stream().flatMap(each -> each.classes().stream()).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * {@return the advice of the frameworks by their short names}
     *
     * @param problem the problem
     */
    public static Map<String, String> advice(Problem problem) {
        Map<String, String> advice = new LinkedHashMap<>();
        for (Framework each : ALL) {
            String text = each.advice().get(problem);
            if (text != null) {
                advice.put(each.shortName(), text);
            }
        }
        return advice;
    }

    /**
     * {@return the framework whose advice is shown only to its programs}
     *
     * @param shortName its name in advice
     */
    public static Optional<Framework> advised(String shortName) {
        return ALL.stream()
                .filter(each -> each.isAdvised() && each.shortName().equals(shortName))
                .findFirst();
    }

    /**
     * {@return the frameworks for whose programs the agent records a kind of evidence, as {@code DJL, ND4J or DL4J}}
     *
     * @param kind name of the evidence
     */
    public static String withAgent(String kind) {
        List<String> names = ALL.stream()
                .filter(each -> each.isRecordedByAgent(kind))
                .map(Framework::shortName)
                .toList();
        return String.join(", ", names).replaceFirst(", (?=[^,]+$)", " or ");
    }

    /**
     * {@return the versions of the frameworks on a class path by the names of their libraries, found by files that state
     * them: no class is loaded}
     *
     * @param loader the class loader that finds them; null for the system's
     */
    public static Map<String, String> versions(@Nullable ClassLoader loader) {
        ClassLoader from = loader != null ? loader : ClassLoader.getSystemClassLoader();
        Map<String, String> versions = new TreeMap<>();
        for (Framework each : ALL) {
            String version = each.version(from);
            if (!version.isEmpty()) {
                versions.put(each.library(), version);
            }
        }
        return versions;
    }

    /**
     * {@return the names of the frameworks that a process has loaded}
     *
     * @param mapped paths of the files that it has mapped or open
     */
    public static Set<String> loaded(Set<String> mapped) {
        return ALL.stream()
                .filter(each -> each.hasLoaded(mapped))
                .map(Framework::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
