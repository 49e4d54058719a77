package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.child.OwnProcess;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.TraceBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LogLinesTest {
    @TempDir
    private Path dir;

    private static final String WARNING = "Metadata samples is written as user_samples: its key is taken";

    @Test
    void convert_writerLogsAWarning_isOneLine() throws Exception {
        assertThat(convert().lines()).containsExactly(WARNING);
    }

    @Test
    void convert_whereAConfigurationOfTheLogIsNamed_isLoggedAsThatSays() throws Exception {
        Path configuration = Files.writeString(
                dir.resolve("logging.properties"),
                "handlers=java.util.logging.ConsoleHandler\njava.util.logging.SimpleFormatter.format=mine: %5$s%n\n");
        assertThat(convert("-Djava.util.logging.config.file=" + configuration).lines())
                .containsExactly("mine: " + WARNING);
    }

    @Test
    void log_ofAnException_hasItBehindItsLine() {
        String format = System.getProperty(StepProf.LOG_FORMAT);
        try {
            StepProf.formatLog();
            String told = String.format(System.getProperty(StepProf.LOG_FORMAT), "", "", "", "", "why", "\nand where");
            assertThat(told).isEqualToNormalizingNewlines("why\nand where\n");
        } finally {
            if (format == null) {
                System.clearProperty(StepProf.LOG_FORMAT);
            } else {
                System.setProperty(StepProf.LOG_FORMAT, format);
            }
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void help_whoseReaderEnds_endsWithoutAMessage() throws Exception {
        Process process =
                OwnProcess.builder(List.of(), StepProf.class, "help", "report").start();
        process.getInputStream().close();
        assertThat(process.getErrorStream().readAllBytes()).asString().isEmpty();
        assertThat(process.waitFor()).isZero();
    }

    /** What a conversion with a warning tells on standard error. */
    private String convert(String... flags) throws Exception {
        Path from = dir.resolve("a.xplane.pb");
        TraceBuilder builder = new TraceBuilder().metadata("samples", new MetadataValue("mine", false));
        builder.thread(1, "main").add(builder.nameId("a"), 0, 10);
        builder.build().export(from);

        Process process = OwnProcess.builder(
                        List.of(flags),
                        StepProf.class,
                        "convert",
                        from.toString(),
                        dir.resolve("b.json").toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        String told = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(told).isZero();
        return told;
    }
}
