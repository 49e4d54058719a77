package io.stepprofiler.spark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.launcher.JavaModuleOptions;

/** A directory of Spark with links to the jars of the class path, in the directory of the build. */
final class InstalledSpark {
    static final String CLASS_PATH = System.getProperty("java.class.path");
    static final String HOST = "127.0.0.1";

    /** Flags of a virtual machine that runs for seconds. */
    static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private static final Path HOME = Path.of("target", "spark-home").toAbsolutePath();

    private InstalledSpark() {}

    /** Starts a program of Spark, or one that uses it. */
    static Process start(Path log, List<String> words) throws IOException {
        Path jars = Files.createDirectories(HOME.resolve("jars"));
        for (Path jar : Arrays.stream(CLASS_PATH.split(File.pathSeparator))
                .map(Path::of)
                .filter(Files::isRegularFile)
                .toList()) {
            Path link = jars.resolve(jar.getFileName());
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, jar.toAbsolutePath());
        }
        List<String> command = new ArrayList<>(List.of("java", "-Xmx512m"));
        command.addAll(QUICK);
        command.addAll(List.of(JavaModuleOptions.defaultModuleOptions()
                .replace("--add-modules=jdk.incubator.vector", "")
                .strip()
                .split("\\s+")));
        command.addAll(List.of("-cp", CLASS_PATH));
        command.addAll(words);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("SPARK_HOME", HOME.toString());
        builder.environment().put("SPARK_LOCAL_IP", HOST);
        // Else it looks for the directories of Spark's own build.
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        return builder.start();
    }
}
