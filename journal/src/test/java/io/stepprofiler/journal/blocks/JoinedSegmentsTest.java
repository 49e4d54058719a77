package io.stepprofiler.journal.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.segment.JoinedSegments;
import io.stepprofiler.segment.Journal;
import io.stepprofiler.segment.JournalWriter;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Windows at random, cut into segments anywhere, against the same told at once. */
@Tag("long")
class JoinedSegmentsTest {
    private static final int WINDOWS = 20;

    @TempDir
    Path directory;

    private static JoinedSegments joined(RandomWindow window, List<Segment> segments) {
        JoinedSegments joined = new JoinedSegments();
        TraceBuilder trace = joined.trace()
                .traceId(window.head().traceId())
                .process(window.head().process())
                .distributed(window.head().distributed().orElseThrow())
                .options(window.head().options())
                .window(window.head().start(), window.end().end());
        window.head().metadata().forEach(trace::metadata);
        window.end().metadata().forEach(trace::metadata);
        segments.forEach(joined::add);
        return joined;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 40})
    void segment_inMemory_areTheWindow(int count) {
        for (int seed = 0; seed < WINDOWS; seed++) {
            RandomWindow window = new RandomWindow(seed);
            boolean toldBySources = seed % 2 == 0;
            JoinedSegments joined = joined(window, window.segments(count));
            if (toldBySources) {
                window.addExtras(joined.trace());
            }
            assertThat(Described.of(joined.build()))
                    .as("seed %d", seed)
                    .isEqualTo(Described.of(window.whole(toldBySources)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 40})
    void assemble_journalOfTheSegments_isTheWindow(int count) throws IOException {
        for (int seed = 0; seed < WINDOWS; seed++) {
            RandomWindow window = new RandomWindow(seed);
            JournalWriter writer = new BlockJournalFormat().create(directory, window.head());
            for (Segment segment : window.segments(count)) {
                writer.append(segment);
            }
            writer.finish(window.end(), window.counted());
            try (Journal journal = writer.read()) {
                Trace trace = journal.assemble();
                assertThat(Described.of(trace)).as("seed %d", seed).isEqualTo(Described.of(window.whole()));
                assertThat(journal.damagedBytes()).isZero();
            }
            writer.delete();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 40})
    void segment_someAreMissing_theirEventsAreCountedAsDamaged(int count) {
        for (int seed = 0; seed < WINDOWS; seed++) {
            RandomWindow window = new RandomWindow(seed);
            List<Segment> segments = window.segments(count);
            Random random = new Random(seed);
            // The first and the last say where the window begins and ends.
            List<Segment> left = segments.stream()
                    .filter(segment ->
                            segment == segments.get(0) || segment == segments.get(count - 1) || random.nextBoolean())
                    .toList();
            Trace trace = joined(window, left).build();
            long lost = segments.stream().mapToLong(Segment::size).sum()
                    - left.stream().mapToLong(Segment::size).sum();
            Accounts.assertDamaged(trace, window.whole(), lost);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 40})
    void segment_theFirstAreGivenUp_areNoLoss(int count) {
        for (int seed = 0; seed < WINDOWS; seed++) {
            RandomWindow window = new RandomWindow(seed);
            List<Segment> segments = window.segments(count);
            List<Segment> left = segments.subList(count / 2, count);
            Trace trace = joined(window, left).build();
            assertThat(trace.account().begun())
                    .isEqualTo(left.get(left.size() - 1).after().begun()
                            - left.get(0).before().begun());
            assertThat(trace.eventCount())
                    .isEqualTo(left.stream()
                            .flatMap(segment -> segment.threads().stream())
                            .mapToInt(thread -> thread.size())
                            .sum());
        }
    }
}
