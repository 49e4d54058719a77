package io.stepprofiler.handlers.chrome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.output.DeflateThreads;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.io.OutputStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailingOutputTest {
    /** Fails at one write and counts them. */
    private static final class FailingAt extends OutputStream {
        private final IOException full = new IOException("no space left on device");
        private final int failing;
        private int writes;

        FailingAt(int failing) {
            this.failing = failing;
        }

        @Override
        public void write(int b) throws IOException {
            count();
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            count();
        }

        private void count() throws IOException {
            writes++;
            if (writes == failing) {
                throw full;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"trace.json", "trace.json.gz"})
    @Timeout(60)
    void export_toAStreamThatFailsAtTheNthWrite_throwsWhatItThrewAndLeavesNoThread(String fileName) throws IOException {
        Trace trace = trace();
        int writes = writes(trace, fileName);
        assertThat(writes).isGreaterThan(10);

        for (int n = 1; n <= writes; n++) {
            FailingAt out = new FailingAt(n);
            Throwable thrown =
                    catchThrowable(() -> new ChromeTraceExporter().export(trace, fileName, out, ExportMeter.none()));
            assertThat(thrown).as("write %d", n).isSameAs(out.full);
            assertThat(out.writes).as("nothing is written after the failure").isEqualTo(n);
            assertThat(DeflateThreads.alive()).as("write %d", n).isEmpty();
        }
    }

    private static int writes(Trace trace, String fileName) throws IOException {
        FailingAt never = new FailingAt(0);
        new ChromeTraceExporter().export(trace, fileName, never, ExportMeter.none());
        return never.writes;
    }

    private static Trace trace() {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder track = builder.thread(1, "main");
        for (int i = 0; i < 20_000; i++) {
            track.add(builder.nameId("scope " + i % 10), 10L * i, 5);
        }
        return builder.build();
    }
}
