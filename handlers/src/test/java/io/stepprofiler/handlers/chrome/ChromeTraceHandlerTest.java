package io.stepprofiler.handlers.chrome;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.export.ExportOptions;
import io.stepprofiler.export.ExportProgress;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChromeTraceHandlerTest {
    @TempDir
    private Path dir;

    @Test
    void onTraceReady_sameWindowTwice_writesTwoFiles() throws IOException {
        TraceBuilder builder = new TraceBuilder().window(new ClockAnchor(0, 500), new ClockAnchor(9, 509));
        builder.thread(1, "main").add(builder.nameId("a"), 0, 5);
        Trace trace = builder.build();
        ChromeTraceHandler handler = ChromeTraceHandler.to(dir.resolve("new"));

        handler.onStart(RecordingOptions.NONE);
        handler.onTraceReady(trace);
        handler.onTraceReady(trace);

        assertThat(dir.resolve("new"))
                .isDirectoryContaining("glob:**/trace.500.json.gz")
                .isDirectoryContaining("glob:**/trace.501.json.gz");
        byte[] file = Files.readAllBytes(dir.resolve("new/trace.501.json.gz"));
        assertThat(Exported.read(Exported.gunzip(file)).scopes()).hasSize(1);
    }

    @Test
    void onTraceReady_withListener_reportsAllEvents() throws IOException {
        TraceBuilder builder = new TraceBuilder().window(new ClockAnchor(0, 500), new ClockAnchor(30, 530));
        for (int step = 0; step < 3; step++) {
            builder.step(new StepMark(step, step * 10L, 10, 1, false));
            builder.thread(1, "main").add(builder.nameId("a"), step * 10L, 5);
        }
        List<ExportProgress> told = new ArrayList<>();
        ExportOptions options = ExportOptions.DEFAULT.withListener(told::add);

        ChromeTraceHandler.to(dir).options(options).onTraceReady(builder.build());

        assertThat(dir.toFile().list()).containsExactly("trace.500.json.gz");
        assertThat(told.get(told.size() - 1).isComplete()).isTrue();
        assertThat(told.get(told.size() - 1).events()).isEqualTo(3);
    }
}
