package io.stepprofiler.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LongTraceTest {
    /** Twenty million events take 400 MB as columns, and 20 MB at a byte each. */
    @Test
    void averagesAndParts_ofALongTrace_needLittleHeap() throws IOException, InterruptedException {
        String classes = String.join(
                File.pathSeparator, "target/test-classes", "target/classes", "../profiler-schedule/target/classes");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx32m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        classes,
                        LongTrace.class.getName(),
                        "20000000")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
