package io.stepprofiler.handlers.perfetto;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.CaptureOptions;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.export.ExportOptions;
import io.stepprofiler.trace.TraceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PerfettoHandlerTest {
    @TempDir
    private Path dir;

    private static TraceBuilder window() {
        TraceBuilder builder = new TraceBuilder().window(new ClockAnchor(0, 500), new ClockAnchor(30, 530));
        builder.thread(1, "main").add(builder.nameId("a"), 0, 5);
        return builder;
    }

    @Test
    void onTraceReady_sameWindowTwice_writesTwoFiles() throws IOException {
        PerfettoHandler handler = PerfettoHandler.to(dir.resolve("new"));
        handler.onStart(CaptureOptions.NONE);
        handler.onTraceReady(window().build());
        handler.onTraceReady(window().build());
        assertThat(dir.resolve("new").toFile().list())
                .containsExactlyInAnyOrder("trace.500.pftrace", "trace.501.pftrace");
        Imported read = Imported.read(Files.readAllBytes(dir.resolve("new/trace.501.pftrace")));
        assertThat(read.errors).isEmpty();
        assertThat(read.slices).hasSize(1);
    }

    @Test
    void onTraceReady_splitBySteps_writesFilesUnderOneNumber() throws IOException {
        TraceBuilder builder = window();
        for (int step = 0; step < 2; step++) {
            builder.step(new StepMark(step, step * 10L, 10, 1, false));
        }
        PerfettoHandler.to(dir).options(ExportOptions.DEFAULT.splitBySteps(1)).onTraceReady(builder.build());
        assertThat(dir.toFile().list())
                .containsExactlyInAnyOrder("trace.500.1-of-2.pftrace", "trace.500.2-of-2.pftrace");
    }
}
