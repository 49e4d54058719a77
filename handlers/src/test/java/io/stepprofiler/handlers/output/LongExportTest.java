package io.stepprofiler.handlers.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("long")
class LongExportTest {
    private static String jar(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }

    /** Twenty million events take 400 MB as columns, and 20 MB at a byte each. */
    @ParameterizedTest
    @CsvSource({"trace.pftrace, 32", "trace.json.gz, 32"})
    void export_ofALongTrace_needsLittleHeapAndFewPasses(String file, int megabytes)
            throws IOException, InterruptedException, URISyntaxException {
        String classes = String.join(
                File.pathSeparator,
                "target/test-classes",
                "target/classes",
                "../profiler-core/target/classes",
                "../profiler-schedule/target/classes",
                jar(JsonFactory.class),
                jar(JsonMapper.class),
                jar(JsonInclude.class));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + megabytes + "m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        classes,
                        LongExport.class.getName(),
                        file,
                        "20000000")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
