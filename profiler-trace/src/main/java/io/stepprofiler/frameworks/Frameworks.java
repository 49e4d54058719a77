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
    /** All of them; advice is in this order. A framework of which little is known has no class of its own. */
    public static final List<Framework> ALL = List.of(
            Djl.FRAMEWORK,
            Nd4j.FRAMEWORK,
            Deeplearning4j.FRAMEWORK,
            JavaCpp.FRAMEWORK,
            PyTorch.FRAMEWORK,
            PyTorch.OF_JAVACPP,
            new Framework("TensorFlow")
                    .has(Fact.LIBRARY, "TensorFlow-Java")
                    .has(Fact.CLASSES, "org.tensorflow.")
                    .hasArtifacts("org.tensorflow/tensorflow-core-api")
                    .has(Fact.FILES, "/lib(jni)?tensorflow"),
            Jax.FRAMEWORK,
            new Framework("XGBoost")
                    .has(Fact.LIBRARY, "XGBoost4J")
                    .has(Fact.CLASSES, "ml.dmlc.xgboost4j.")
                    .has(Fact.STEP_CLASS, "ml.dmlc.xgboost4j.java.Booster")
                    .hasArtifacts("ml.dmlc/xgboost4j_2.12", "ml.dmlc/xgboost4j_2.13")
                    .has(Fact.FILES, "/libxgboost4j"),
            new Framework("Spark")
                    .has(Fact.CLASSES, "org.apache.spark.")
                    .has(Fact.VERSION, "spark-version-info.properties#version")
                    .has(Fact.FILES, "/spark-(core|mllib)_"),
            new Framework("Tribuo")
                    .has(Fact.CLASSES, "org.tribuo.")
                    .hasArtifacts("org.tribuo/tribuo-core")
                    .has(Fact.FILES, "/tribuo-core-"),
            new Framework("Smile").has(Fact.FILES, "/smile-core-"),
            new Framework("MXNet").has(Fact.CLASSES, "org.apache.mxnet.").has(Fact.FILES, "/libmxnet"),
            new Framework("ONNX Runtime").has(Fact.CLASSES, "ai.onnxruntime."),
            // The ranges that inference servers open around each batch.
            new Framework("vLLM").has(Fact.STEPS, "execute_(?:\\d|context_|new_|diffusion_).*"),
            new Framework("SGLang").has(Fact.STEPS, "step\\[.*\\]"),
            new Framework("BigDL").has(Fact.CLASSES, "com.intel.analytics.bigdl."));

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
        return hasNamespace(name) && !name.startsWith(PyTorch.AUTOGRAD);
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
     * {@return some names of all frameworks}
     *
     * @param fact kind of the names
     */
    public static Set<String> names(Fact fact) {
        return ALL.stream().flatMap(each -> each.names(fact).stream()).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * {@return the advice of the frameworks by their short names}
     *
     * @param problem the problem
     */
    public static Map<String, String> advice(Problem problem) {
        return ALL.stream()
                .filter(each -> !each.advice(problem).isEmpty())
                .collect(Collectors.toMap(
                        Framework::shortName, each -> each.advice(problem), (one, other) -> one, LinkedHashMap::new));
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
        return ALL.stream()
                .filter(each -> each.names(Fact.BY_AGENT).contains(kind))
                .map(Framework::shortName)
                .collect(Collectors.joining(", "))
                .replaceFirst(", (?=[^,]+$)", " or ");
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
        ALL.forEach(each -> versions.put(each.library(), each.version(from)));
        versions.values().removeIf(String::isEmpty);
        return versions;
    }

    /**
     * {@return the names of the frameworks that a process has loaded}
     *
     * @param files paths of the files that it has mapped or open
     */
    public static Set<String> loaded(Set<String> files) {
        return ALL.stream()
                .filter(each -> each.isAmong(files))
                .map(Framework::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
