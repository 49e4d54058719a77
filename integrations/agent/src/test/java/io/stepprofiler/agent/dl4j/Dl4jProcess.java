package io.stepprofiler.agent.dl4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.child.OwnProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** A program that uses ND4J's native backend, in a process of its own. */
public final class Dl4jProcess {
    private Dl4jProcess() {}

    /**
     * {@return the one window that it writes}
     *
     * @param dir an empty directory
     * @param program its main class
     */
    public static JsonNode run(Path dir, Class<?> program) throws IOException, InterruptedException {
        return run(dir, program, "jvm=counters");
    }

    static JsonNode run(Path dir, Class<?> program, String option) throws IOException, InterruptedException {
        String printed = output(dir, program, option);
        try (Stream<Path> files = Files.list(dir.resolve("log"))) {
            List<Path> windows =
                    files.filter(file -> file.toString().endsWith(".json.gz")).toList();
            assertThat(windows).as(printed).hasSize(1);
            try (InputStream in = new GZIPInputStream(Files.newInputStream(windows.get(0)))) {
                return new ObjectMapper().readTree(in);
            }
        }
    }

    /**
     * {@return what it prints}
     *
     * @param dir an empty directory
     * @param program its main class
     */
    public static String output(Path dir, Class<?> program) throws IOException, InterruptedException {
        return output(dir, program, "jvm=counters");
    }

    private static String output(Path dir, Class<?> program, String option) throws IOException, InterruptedException {
        OwnProcess ended = OwnProcess.run(
                List.of(
                        "-XX:+EnableDynamicAgentLoading",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dorg.bytedeco.javacpp.cachedir="
                                + Path.of("target", "javacpp-cache").toAbsolutePath()),
                program,
                option + ",flops,wait=1,format=tensorboard,dir=" + dir.resolve("log"));
        assertThat(ended.exit()).as(ended.output()).isZero();
        return ended.output();
    }
}
