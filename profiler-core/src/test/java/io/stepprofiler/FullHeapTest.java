package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("long")
class FullHeapTest {
    /** On the class path of this build, in a small heap that nothing else is in. */
    @ParameterizedTest(name = "call stacks: {0}")
    @ValueSource(booleans = {false, true})
    void loop_heapFull_meetsNoErrorOfOursAndRecordsOnWhenThereIsRoom(boolean stacks) throws Exception {
        String classes = String.join(
                File.pathSeparator, "target/test-classes", "target/classes", "../profiler-schedule/target/classes");
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command =
                new ArrayList<>(List.of(java.toString(), "-Xmx48m", "-cp", classes, FullHeapLoop.class.getName()));
        if (stacks) {
            command.add("stacks");
        }
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(new File("target/full-heap.log"))
                .start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as("see target/full-heap.log").isZero();
    }
}
