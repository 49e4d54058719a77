package io.stepprofiler.handlers.pprof;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.CaptureOptions;
import io.stepprofiler.trace.TraceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PprofHandlerTest {
    @Test
    void window_isAFileNamedByItsStart(@TempDir Path dir) throws IOException {
        TraceBuilder builder = new TraceBuilder().window(new ClockAnchor(0, 500), new ClockAnchor(100, 600));
        builder.thread(1, "main").add(builder.nameId("forward"), 0, 10);
        PprofHandler handler = PprofHandler.to(dir.resolve("new"));
        handler.onStart(CaptureOptions.NONE);
        handler.onTraceReady(builder.build());
        handler.onTraceReady(builder.build());
        assertThat(dir.resolve("new"))
                .isDirectoryContaining("glob:**/trace.500.pb.gz")
                .isDirectoryContaining("glob:**/trace.501.pb.gz");
        assertThat(ReadProfile.of(Files.readAllBytes(dir.resolve("new/trace.500.pb.gz")))
                        .samples())
                .hasSize(1);
    }
}
