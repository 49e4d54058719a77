package io.stepprofiler.cli.spark;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The jars of an installed Spark.
 *
 * @param jars their directory
 */
record SparkHome(Path jars) {
    private static final String LAUNCHER = "spark-launcher_";

    /** For linear algebra, which this command does not need; the virtual machine would print a warning. */
    private static final String INCUBATING = "=jdk.incubator.vector";

    private static final String OPTIONS = "org.apache.spark.launcher.JavaModuleOptions";

    /**
     * Finds Spark.
     *
     * @param named directory of Spark; null to look into {@code SPARK_HOME}, then into {@code lib/} beside this command
     * @param environment the environment, usually {@link System#getenv()}
     * @param beside directory of this command
     * @throws IOException if there is none
     */
    static SparkHome find(@Nullable Path named, Map<String, String> environment, @Nullable Path beside)
            throws IOException {
        if (named != null) {
            return in(named)
                    .orElseThrow(() -> new IOException("--spark-home " + named
                            + " is not allowed: must be the directory of Spark, with jars/" + LAUNCHER + "*.jar"));
        }
        String variable = environment.getOrDefault("SPARK_HOME", "");
        if (!variable.isEmpty()) {
            return in(Path.of(variable))
                    .orElseThrow(() -> new IOException("SPARK_HOME=" + variable
                            + " is not allowed: must be the directory of Spark, with jars/" + LAUNCHER + "*.jar"));
        }
        return (beside == null ? Optional.<SparkHome>empty() : in(beside.resolve("lib")))
                .orElseThrow(
                        () -> new IOException("Spark is not installed: unpack Spark 4.2 of spark.apache.org and name"
                                + " its directory with --spark-home, or put its jars into "
                                + (beside == null ? "" : beside + "/")
                                + "lib"));
    }

    private static Optional<SparkHome> in(Path directory) throws IOException {
        for (Path each : List.of(directory.resolve("jars"), directory)) {
            if (launcher(each).isPresent()) {
                return Optional.of(new SparkHome(each.toAbsolutePath().normalize()));
            }
        }
        return Optional.empty();
    }

    private static Optional<Path> launcher(Path jars) throws IOException {
        if (!Files.isDirectory(jars)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(jars)) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith(LAUNCHER))
                    .sorted()
                    .findFirst();
        }
    }

    /**
     * Returns the options of the virtual machine that this Spark needs: packages that it opens, and modules.
     *
     * @throws IOException if this Spark does not list them
     */
    List<String> moduleOptions() throws IOException {
        URL launcher = launcher(jars)
                .orElseThrow(() -> new IOException(jars + " has no " + LAUNCHER + "*.jar"))
                .toUri()
                .toURL();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {launcher}, null)) {
            Object options = Class.forName(OPTIONS, true, loader)
                    .getMethod("defaultModuleOptions")
                    .invoke(null);
            return Stream.of(String.valueOf(options).strip().split("\\s+"))
                    .filter(option -> !option.endsWith(INCUBATING))
                    .toList();
        } catch (ReflectiveOperationException e) {
            throw new IOException(jars + " is no Spark of version 3.3 or newer: it has no " + OPTIONS, e);
        }
    }
}
