package io.stepprofiler.journal.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.child.OwnProcess;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.segment.JournalEnd;
import io.stepprofiler.segment.JournalWriter;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentBuilder;
import io.stepprofiler.segment.SegmentCounts;
import io.stepprofiler.segment.ThreadSegmentBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class ManyThreadsTest {
    private static final int THREADS = 100_000;
    private static final int THREADS_A_SEGMENT = 2000;

    /** A kilobyte a thread would be too much. */
    private static final String HEAP = "-Xmx80m";

    @TempDir
    Path directory;

    private static SegmentCounts begun(long events) {
        return new SegmentCounts(events, Map.of(), Map.of());
    }

    private static Segment segment(int first) {
        int next = first + THREADS_A_SEGMENT;
        SegmentBuilder segment = new SegmentBuilder(new ClockAnchor(first, 0), new ClockAnchor(next, 0))
                .counts(begun(first), begun(next));
        int name = segment.beside().nameId("event");
        for (int thread = first; thread < next; thread++) {
            ThreadSegmentBuilder threadSegment = segment.thread(thread + 1, "thread-" + thread, 0);
            threadSegment.events().add(name, thread, 1);
            threadSegment.thread("thread-" + thread, true).seen(thread + 1);
        }
        return segment.build();
    }

    @Test
    void assemble_aHundredThousandThreadsOfOneEvent_fitIntoASmallHeap() throws IOException, InterruptedException {
        System.setProperty(Compressor.PROPERTY, "deflate");
        try (JournalWriter writer = new BlockJournalFormat().create(directory, new RandomWindow(1).head())) {
            for (int first = 0; first < THREADS; first += THREADS_A_SEGMENT) {
                writer.append(segment(first));
            }
            writer.finish(new JournalEnd(new ClockAnchor(THREADS, 0), false, Map.of()), begun(THREADS));
        } finally {
            System.clearProperty(Compressor.PROPERTY);
        }
        OwnProcess ended = OwnProcess.run(
                List.of(HEAP, "-XX:+UseSerialGC"),
                ManyThreads.class,
                Journals.in(directory).get(0).toString(),
                Integer.toString(THREADS));
        assertThat(ended.exit()).as(ended.output()).isZero();
    }
}
