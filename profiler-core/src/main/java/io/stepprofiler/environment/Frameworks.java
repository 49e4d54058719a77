package io.stepprofiler.environment;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The training frameworks on a program's class path, found by the file that states each one's version, without loading
 * any of their classes.
 */
final class Frameworks {
    /**
     * One framework.
     *
     * @param resource the file, of properties
     * @param key the property
     */
    private record Framework(String name, String resource, String key) {
        static Framework ofMaven(String name, String artifact) {
            return new Framework(name, "META-INF/maven/" + artifact + "/pom.properties", "version");
        }
    }

    private static final List<Framework> KNOWN = List.of(
            new Framework("DJL", "ai/djl/engine/api.properties", "djl_version"),
            Framework.ofMaven("Deeplearning4j", "org.deeplearning4j/deeplearning4j-nn"),
            Framework.ofMaven("JavaCPP", "org.bytedeco/javacpp"),
            Framework.ofMaven("ND4J", "org.nd4j/nd4j-api"),
            Framework.ofMaven("PyTorch (JavaCPP)", "org.bytedeco/pytorch"),
            new Framework("Spark", "spark-version-info.properties", "version"),
            Framework.ofMaven("TensorFlow-Java", "org.tensorflow/tensorflow-core-api"),
            Framework.ofMaven("Tribuo", "org.tribuo/tribuo-core"),
            Framework.ofMaven("XGBoost4J", "ml.dmlc/xgboost4j_2.12"),
            Framework.ofMaven("XGBoost4J", "ml.dmlc/xgboost4j_2.13"));

    private Frameworks() {}

    /**
     * {@return the versions by the names of the frameworks}
     *
     * @param loader the class loader that finds them; null for the system's
     */
    static Map<String, String> seenBy(@Nullable ClassLoader loader) {
        ClassLoader from = loader != null ? loader : ClassLoader.getSystemClassLoader();
        Map<String, String> versions = new TreeMap<>();
        for (Framework each : KNOWN) {
            String version = version(each, from);
            if (!version.isEmpty()) {
                versions.put(each.name, version);
            }
        }
        return versions;
    }

    private static String version(Framework framework, ClassLoader loader) {
        try (InputStream in = loader.getResourceAsStream(framework.resource)) {
            Properties properties = new Properties();
            if (in != null) {
                properties.load(in);
            }
            return properties.getProperty(framework.key, "").strip();
        } catch (IOException | RuntimeException e) {
            return "";
        }
    }
}
