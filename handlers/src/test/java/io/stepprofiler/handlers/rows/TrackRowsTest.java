package io.stepprofiler.handlers.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TrackRowsTest {
    /** A thread per task makes as many: more than 600 bytes a track would be too much. */
    @Test
    void rows_ofAHundredThousandTracksOfOneEvent_fitIntoASmallHeap() throws IOException, InterruptedException {
        String classes = String.join(
                File.pathSeparator,
                "target/test-classes",
                "target/classes",
                "../profiler-core/target/classes",
                "../profiler-schedule/target/classes");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        classes,
                        ManyRows.class.getName(),
                        "100000")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
