package io.stepprofiler.handlers.perfetto;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.gpu.GpuTrace;
import io.stepprofiler.trace.Trace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class GpuTracksTest {
    private final Trace trace = GpuTrace.of(7).trace();

    @Test
    void scopes_ofGpus_areInTheFile() throws IOException {
        assertThat(new String(bytes(trace), StandardCharsets.ISO_8859_1))
                .contains("stream 7 (annotations)", "stream 7 (sync)");
    }

    @Test
    void counters_ofEachGpu_areBelowIt() throws IOException {
        Imported imported = Imported.read(bytes(trace));
        Set<String> places = imported.samples.stream()
                .map(sample -> imported.tracks.get(sample.track().parent()).name() + " / "
                        + sample.track().name())
                .collect(Collectors.toSet());

        assertThat(places)
                .containsExactlyInAnyOrder(
                        "cuda:0 / GPU 0 power (W)",
                        "cuda:0 / Memory allocated cuda:0",
                        "cuda:0 / Memory reserved cuda:0",
                        "cuda:1 / GPU 1 power (W)",
                        "cuda:1 / Memory allocated cuda:1",
                        "cuda:1 / Memory reserved cuda:1");
        assertThat(imported.tracks.values())
                .filteredOn(track -> track.name().equals("cuda:0"))
                .as("one group for streams and counters")
                .hasSize(1);
    }

    private static byte[] bytes(Trace trace) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new PerfettoExporter().export(trace, "t.perfetto-trace", out, ExportMeter.none());
        return out.toByteArray();
    }
}
