package io.stepprofiler.handlers.perfetto;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.gpu.GpuTrace;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.readers.perfetto.PerfettoImporter;
import io.stepprofiler.trace.Trace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GpuTracksTest {
    private final Trace trace = GpuTrace.of(7).trace();

    @Test
    void scopesAndUtilization_ofGpus_areInTheFileAndNotInTheTraceReadFromIt(@TempDir Path dir) throws IOException {
        byte[] written = bytes(trace);
        Path file = dir.resolve("t.perfetto-trace");
        Files.write(file, written);

        Trace read = new PerfettoImporter().read(file, ImportOptions.DEFAULT).trace();

        assertThat(new String(written, StandardCharsets.ISO_8859_1))
                .contains("stream 7 (annotations)", "GPU utilization %", "stream 7 (sync)");
        assertThat(read.tracks()).hasSameSizeAs(trace.tracks());
        assertThat(read.steps()).hasSameSizeAs(trace.steps());
        for (int i = 0; i < read.tracks().size(); i++) {
            assertThat(read.tracks().get(i).size())
                    .as(read.tracks().get(i).name())
                    .isEqualTo(trace.tracks().get(i).size());
        }
        assertThat(read.counters()).extracting(counter -> counter.name()).doesNotContain("GPU utilization %");
    }

    @Test
    void counters_ofEachGpu_areBelowItAndReadAsTheyWere(@TempDir Path dir) throws IOException {
        byte[] written = bytes(trace);
        Path file = dir.resolve("t.perfetto-trace");
        Files.write(file, written);

        Imported imported = Imported.read(written);
        Set<String> places = imported.samples.stream()
                .map(sample -> imported.tracks.get(sample.track().parent()).name() + " / "
                        + sample.track().name())
                .collect(Collectors.toSet());
        Trace read = new PerfettoImporter().read(file, ImportOptions.DEFAULT).trace();

        assertThat(places)
                .containsExactlyInAnyOrder(
                        "cuda:0 / GPU utilization %",
                        "cuda:0 / GPU 0 power (W)",
                        "cuda:0 / Memory allocated cuda:0",
                        "cuda:0 / Memory reserved cuda:0",
                        "cuda:1 / GPU utilization %",
                        "cuda:1 / GPU 1 power (W)",
                        "cuda:1 / Memory allocated cuda:1",
                        "cuda:1 / Memory reserved cuda:1");
        assertThat(imported.tracks.values())
                .filteredOn(track -> track.name().equals("cuda:0"))
                .as("one group for streams and counters")
                .hasSize(1);
        assertThat(read.counters())
                .extracting(counter -> counter.domain() + counter.name())
                .contains("GPU 0 power (W)", "GPU 1 power (W)", "Memory allocated cuda:1");
    }

    private static byte[] bytes(Trace trace) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new PerfettoExporter().export(trace, "t.perfetto-trace", out, ExportMeter.none());
        return out.toByteArray();
    }
}
