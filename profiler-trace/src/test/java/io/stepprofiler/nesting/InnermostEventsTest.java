package io.stepprofiler.nesting;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.Track;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InnermostEventsTest {
    private static final int ROUNDS = 100;

    @Test
    void at_randomEventsAndInstantsInAnyOrder_isTheOpenOneThatBeganLast() {
        for (int seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            Track track = NaiveNesting.randomTrack(random);
            NaiveNesting naive = NaiveNesting.of(track);
            int[] events =
                    IntStream.range(0, track.size()).filter(naive::takesPart).toArray();
            long[] starts = Arrays.stream(events).mapToLong(track::startNanos).toArray();
            long[] ends = Arrays.stream(events)
                    .mapToLong(event -> track.startNanos(event) + track.durationNanos(event))
                    .toArray();
            InnermostEvents innermost = new InnermostEvents(starts, ends);
            for (int i = 0; i < NaiveNesting.RANGE; i++) {
                long instant = random.nextInt(NaiveNesting.RANGE + 3) - 1L;
                int found = innermost.at(instant);
                assertThat(found == OpenEvents.NONE ? Nesting.ROOT : events[found])
                        .as("at %d, seed %d", instant, seed)
                        .isEqualTo(naive.innermostAt(instant));
            }
        }
    }

    @Test
    void at_noEvents_isNone() {
        assertThat(new InnermostEvents(new long[0], new long[0]).at(0)).isEqualTo(OpenEvents.NONE);
    }
}
