package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** From JDK 20 on Thread.stop does nothing but throw. */
@EnabledForJreRange(max = JRE.JAVA_19)
class StoppedThreadsTest {
    @Test
    void register_threadsStoppedAnywhereInIt_losesNoLaterOne() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xint",
                        "-cp",
                        String.join(
                                File.pathSeparator,
                                "target/test-classes",
                                "target/classes",
                                "../profiler-schedule/target/classes"),
                        StoppedThreads.class.getName(),
                        "1000")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
