package io.stepprofiler.cli.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkHomeTest {
    @TempDir
    private Path directory;

    /** A directory of jars with a launcher that has the options of the given text. */
    private Path jars(String name, String options) throws IOException {
        Path jars = Files.createDirectories(directory.resolve(name));
        Path classes = Files.createDirectories(directory.resolve("classes"));
        String source = "package org.apache.spark.launcher; public class JavaModuleOptions {"
                + " public static String defaultModuleOptions() { return \"" + options + "\"; } }";
        JavaFileObject file =
                new SimpleJavaFileObject(URI.create("string:///JavaModuleOptions.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoresErrors) {
                        return source;
                    }
                };
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .getTask(null, null, null, List.of("-d", classes.toString()), null, List.of(file))
                        .call())
                .isTrue();
        String entry = "org/apache/spark/launcher/JavaModuleOptions.class";
        try (JarOutputStream jar =
                new JarOutputStream(Files.newOutputStream(jars.resolve("spark-launcher_2.13-4.2.0.jar")))) {
            jar.putNextEntry(new JarEntry(entry));
            Files.copy(classes.resolve(entry), jar);
        }
        return jars;
    }

    @Test
    void namedDirectory_takesPrecedence() throws IOException {
        Path named = jars("named/jars", "").getParent();
        Path variable = jars("variable/jars", "").getParent();

        assertThat(SparkHome.find(named, Map.of("SPARK_HOME", variable.toString()), null))
                .isEqualTo(new SparkHome(named.resolve("jars")));
        assertThat(SparkHome.find(null, Map.of("SPARK_HOME", variable.toString()), null))
                .isEqualTo(new SparkHome(variable.resolve("jars")));
    }

    @Test
    void jarsBesideTheCommand_areFound() throws IOException {
        Path lib = jars("opt/lib", "");

        assertThat(SparkHome.find(null, Map.of(), lib.getParent())).isEqualTo(new SparkHome(lib));
    }

    @Test
    void absentSpark_isNotFoundWithTheTwoWaysToGetIt() {
        assertThatIOException()
                .isThrownBy(() -> SparkHome.find(null, Map.of(), directory))
                .withMessageContaining("--spark-home")
                .withMessageContaining(directory + "/lib");
        assertThatIOException()
                .isThrownBy(() -> SparkHome.find(directory, Map.of(), null))
                .withMessageStartingWith("--spark-home " + directory + " is not allowed: ");
        assertThatIOException()
                .isThrownBy(() -> SparkHome.find(null, Map.of("SPARK_HOME", directory.toString()), null))
                .withMessageStartingWith("SPARK_HOME=" + directory + " is not allowed: ");
    }

    @Test
    void moduleOptions_areThoseOfTheSparkFound() throws IOException {
        Path jars = jars("jars", "--add-opens=a/b=ALL-UNNAMED --add-modules=jdk.incubator.vector -Dc=d");

        assertThat(new SparkHome(jars).moduleOptions()).containsExactly("--add-opens=a/b=ALL-UNNAMED", "-Dc=d");
    }

    @Test
    void classPath_hasNoJarOfSpark() {
        assertThat(System.getProperty("java.class.path").split(File.pathSeparator))
                .extracting(entry -> Path.of(entry).getFileName().toString())
                .noneMatch(name -> name.matches("(spark|scala|hadoop|parquet)-.*"));
    }
}
