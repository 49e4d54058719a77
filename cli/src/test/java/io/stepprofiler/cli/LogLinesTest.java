package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.TraceBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogLinesTest {
    @TempDir
    private Path dir;

    @Test
    void convert_writerLogsAWarning_isOneLine() throws Exception {
        Path from = dir.resolve("a.pftrace");
        TraceBuilder builder = new TraceBuilder().metadata("samples", new MetadataValue("mine", false));
        builder.thread(1, "main").add(builder.nameId("a"), 0, 10);
        builder.build().export(from);

        ProcessBuilder convert = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        StepProf.class.getName(),
                        "convert",
                        from.toString(),
                        dir.resolve("b.json").toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        // The virtual machine tells of it on standard error.
        convert.environment().remove("JAVA_TOOL_OPTIONS");
        Process process = convert.start();
        String told = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(told).isZero();
        assertThat(told.lines()).containsExactly("Metadata samples is written as user_samples: its key is taken");
    }
}
