package io.stepprofiler.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The recipe for Scala, compiled by both of its compilers. */
class ScalaTest {
    private static final Path SOURCE = Path.of("src/test/scala/Training.scala");
    private static final String CLASS_PATH = System.getProperty("java.class.path");

    @TempDir
    private Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"scala.tools.nsc.Main", "dotty.tools.dotc.Main"})
    void recipe_ofScala_isCompiledAndWritesTwoWindows(String compiler) throws Exception {
        Path classes = Files.createDirectory(dir.resolve("classes"));
        assertThat(run(
                        CLASS_PATH,
                        compiler,
                        "-Werror",
                        "-d",
                        classes.toString(),
                        "-classpath",
                        CLASS_PATH,
                        SOURCE.toString()))
                .as(output())
                .isZero();
        assertThat(run(
                        classes + File.pathSeparator + CLASS_PATH,
                        "Training",
                        dir.resolve("log").toString()))
                .as(output())
                .isZero();
        assertThat(output().lines().filter(line -> line.startsWith("step "))).hasSize(12);
        try (Stream<Path> files = Files.list(dir.resolve("log"))) {
            assertThat(files.map(Path::toString).filter(file -> file.endsWith(".json.gz")))
                    .hasSize(2);
        }
    }

    @Test
    void code_ofTheDocument_isThatOfTheRecipe() throws IOException {
        String document = Files.readString(Path.of("../../docs/KOTLIN-SCALA.md"));
        assertThat(document).contains("```scala\n" + Files.readString(SOURCE) + "```");
    }

    private int run(String classPath, String program, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                program));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(dir.resolve("output.txt").toFile())
                .start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return process.exitValue();
    }

    private String output() throws IOException {
        return Files.readString(dir.resolve("output.txt"));
    }
}
