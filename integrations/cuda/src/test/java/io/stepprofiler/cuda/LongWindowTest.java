package io.stepprofiler.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.nativeaccess.cuda.CudaLibrary;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More work of devices than a window has room for. */
class LongWindowTest {
    private static final int EACH = 60_000;
    private static final int PIECES = 2;

    private final AtomicInteger delivered = new AtomicInteger();

    /** Delivers a piece of copies each time that it is asked, until it has none. */
    private final class Work implements ActivitySource, ActivityRecording {
        private final Random random = new Random(1);
        private final WindowCounts counts = new WindowCounts();
        private final Words words = new Words();
        private final long began = System.nanoTime();
        private final CudaRecordReader reader = new CudaRecordReader(
                CudaOptions.DEFAULT,
                true,
                false,
                words.names(),
                new ProcessThreads(any -> -1, any -> CudaLibrary.NEVER_TOLD),
                new WindowTime(began, counts),
                counts,
                new KernelLog(false));

        @Override
        public Activity activity() {
            return Activity.CUDA;
        }

        @Override
        public boolean collectsWhileOpen() {
            return true;
        }

        @Override
        public ActivityRecording start(RecordingOptions options) {
            return this;
        }

        @Override
        public void stop() {}

        @Override
        public void collectSoFar(ActivitySink sink) {
            if (delivered.get() < PIECES) {
                Words piece = new Words();
                for (int i = 0; i < EACH; i++) {
                    long start = began + random.nextInt(1 << 30);
                    long correlation = 1L + random.nextInt(1 << 30);
                    // No two of the same size, so that the journal cannot write them in fewer bytes.
                    piece.copy(0, 7, correlation, start, start + random.nextInt(1 << 20), random.nextLong() >>> 16);
                }
                piece.buffers(1).forEach(buffer -> reader.read(buffer, sink));
                delivered.incrementAndGet();
            }
        }

        @Override
        public void collect(ActivitySink sink) {
            while (delivered.get() < PIECES) {
                collectSoFar(sink);
            }
        }
    }

    private Trace trace(ProfileBuilder builder, int piecesWhileOpen) {
        List<Trace> traces = new ArrayList<>();
        try (Profile profile =
                builder.source(new Work()).onTraceReady(traces::add).start()) {
            Awaitility.await().until(() -> delivered.get() >= piecesWhileOpen);
            assertThat(profile.failures()).isEmpty();
        }
        return traces.get(0);
    }

    private static long copies(Trace trace) {
        return trace.tracks().stream()
                .filter(track -> track.device().isPresent())
                .mapToLong(track -> track.size())
                .sum();
    }

    @Test
    void journal_thatIsFull_takesNoMoreAndTheRestComesAtTheEnd(@TempDir Path folder) throws IOException {
        JournalOptions journal = JournalOptions.in(folder)
                .withMemoryBytes(0)
                .withMaxBytes(1 << 20)
                .withFlushEvery(Duration.ofMillis(10))
                .withKeepFiles(true);
        Trace trace = trace(Profile.builder().journal(journal), PIECES - 1);

        long written;
        try (Stream<Path> files = Files.walk(folder)) {
            written = files.mapToLong(file -> file.toFile().length()).sum();
        }
        assertThat(written).isGreaterThan(1 << 20);
        assertThat(copies(trace)).isEqualTo((long) EACH * PIECES);
        assertThat(trace.account().droppedTotal()).isZero();
        assertThat(trace.account().anomalies()).isEmpty();
    }

    @Test
    void window_withoutRoomForAllAttributes_hasTheEventsAndCountsWhatIsLeftOut() {
        Trace trace = trace(Profile.builder().limits(limits -> limits.withMaxBufferBytes(1 << 20)), 0);

        assertThat(copies(trace)).isEqualTo((long) EACH * PIECES);
        assertThat(trace.account().anomalies()).containsKey(Anomaly.ARGUMENT_DROPPED);
        assertThat(trace.account().droppedTotal()).isZero();
    }
}
