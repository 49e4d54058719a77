package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FullHeapTest {
    /** On the class path of this build, in a small heap that nothing else is in. */
    @Test
    void loop_heapFull_meetsNoErrorOfOursAndRecordsOnWhenThereIsRoom() throws Exception {
        String classes = String.join(
                File.pathSeparator, "target/test-classes", "target/classes", "../profiler-schedule/target/classes");
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process process = new ProcessBuilder(java.toString(), "-Xmx48m", "-cp", classes, FullHeapLoop.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(new File("target/full-heap.log"))
                .start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as("see target/full-heap.log").isZero();
    }
}
