package io.stepprofiler.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.child.OwnProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lesson 11 in a process of its own, since this one may have loaded another libtorch. */
@Tag("long")
class JavaCppLessonTest {
    @TempDir
    private Path dir;

    @Test
    void lesson11_run_recordsOperationsAndMemoryOfJavaCppsLibtorch() throws Exception {
        Path traces = dir.resolve("traces");
        OwnProcess ended = OwnProcess.run(
                List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-Dorg.bytedeco.javacpp.cachedir=" + System.getProperty("stepprofiler.javacpp.cache")),
                Lessons.class,
                "11",
                traces.toString());
        assertThat(ended.exit()).as(ended.output()).isZero();
        assertThat(ended.output()).doesNotContain("Went wrong");
        assertThat(windows(traces)).hasSize(2).allSatisfy(window -> {
            assertThat(window.steps()).hasSize(3);
            // Two dense layers, in three steps; the first needs no gradient of the images.
            assertThat(window.scopes())
                    .containsEntry("aten::addmm", 6L)
                    .containsEntry("AddmmBackward0", 6L)
                    .containsEntry("aten::relu", 3L)
                    .containsEntry("ReluBackward0", 3L);
            assertThat(window.account().get("dropped")).isEmpty();
            assertThat(window.account().get("unfinished")).isEmpty();
        });
    }

    private static List<WrittenTrace> windows(Path traces) throws IOException {
        try (Stream<Path> files = Files.list(traces)) {
            return files.filter(file -> file.toString().endsWith(".json.gz"))
                    .sorted()
                    .map(WrittenTrace::read)
                    .toList();
        }
    }
}
