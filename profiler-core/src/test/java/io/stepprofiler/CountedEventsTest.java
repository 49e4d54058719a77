package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CountedEventsTest {
    private static final int SEGMENT_NANOS = 10;
    private static final int THREADS = 3;

    /** An event that began in the segment of that number. */
    private record Event(long thread, long index, int segment) {}

    private record Ended(Event event, long nanos) {}

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void openAt_ofRandomEvents_isByTheDefinition(int seed) {
        Random random = new Random(seed);
        CountedEvents counted = new CountedEvents();
        List<Event> open = new ArrayList<>();
        List<Ended> ended = new ArrayList<>();
        long[] next = new long[THREADS];
        int kept = 0;
        for (int segment = 0; segment < 200; segment++) {
            long start = (long) segment * SEGMENT_NANOS;
            for (int thread = 0; thread < THREADS; thread++) {
                int count = random.nextInt(4);
                counted.begin(thread, next[thread], start, count);
                for (int i = 0; i < count; i++) {
                    open.add(new Event(thread, next[thread]++, segment));
                }
            }
            for (int i = random.nextInt(6); i > 0 && !open.isEmpty(); i--) {
                Event event = open.get(random.nextInt(open.size()));
                if (event.segment < segment) {
                    open.remove(event);
                    ended.add(new Ended(event, start + 1));
                    counted.end(event.thread, event.index, start + 1);
                }
            }
            if (random.nextInt(20) == 0) {
                long thread = random.nextInt(THREADS);
                open.stream()
                        .filter(event -> event.thread == thread)
                        .forEach(event -> ended.add(new Ended(event, start + 2)));
                open.removeIf(event -> event.thread == thread);
                counted.endThread(thread, start + 2);
            }
            kept += random.nextInt(segment - kept + 1) / 2;
            long first = (long) kept * SEGMENT_NANOS;
            counted.discardBefore(first);
            int firstKept = kept;
            long at = first + random.nextInt(30);
            long expected =
                    open.stream().filter(event -> event.segment < firstKept).count()
                            + ended.stream()
                                    .filter(end -> end.event.segment < firstKept && end.nanos > at)
                                    .count();
            assertThat(counted.openAt(at, first)).isEqualTo(expected);
        }
    }
}
