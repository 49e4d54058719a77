package io.stepprofiler.nesting;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.Track;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelfTimesTest {
    private static final int ROUNDS = 200;

    @Test
    void selfTimes_ofRandomEvents_areThoseCountedInstantByInstant() {
        for (int seed = 0; seed < ROUNDS; seed++) {
            Track track = NaiveNesting.randomTrack(new Random(seed));
            assertThat(SelfTimes.of(track))
                    .as("seed %d", seed)
                    .isEqualTo(NaiveNesting.ofFinished(track).selfTimes());
        }
    }

    /** Windows one after the other: the times by owner are those of the instants, and their sum is the length. */
    @Test
    void windows_ofRandomEventsByOwner_haveTheTimeOfEachInstant() {
        int owners = 4;
        for (int seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            Track track = NaiveNesting.randomTrack(random);
            NaiveNesting naive = NaiveNesting.of(track);
            long[] self = new long[owners];
            SelfTimes times = new SelfTimes(self);
            times.begin(0, 0, Long.MAX_VALUE);
            int next = 0;
            long from = 0;
            for (long to : NaiveNesting.risingInstants(random)) {
                long[] expected = new long[owners];
                for (long instant = from; instant < to; instant++) {
                    int innermost = naive.innermostAt(instant);
                    expected[innermost == Nesting.ROOT ? 0 : innermost % owners]++;
                }
                for (; next < track.size() && track.startNanos(next) < to; next++) {
                    if (naive.takesPart(next)) {
                        long start = track.startNanos(next);
                        times.begin(next % owners, start, start + track.durationNanos(next));
                    }
                }
                times.advanceTo(to);
                assertThat(self).as("to %d, seed %d", to, seed).isEqualTo(expected);
                assertThat(LongStream.of(self).sum()).isEqualTo(to - from);
                Arrays.fill(self, 0);
                from = to;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void selfTimes_ofEventsNestedVeryDeeply_areOneNanosecondEach(boolean sameStart) {
        long[] self = SelfTimes.of(NaiveNesting.deepTrack(100_000, sameStart));
        assertThat(LongStream.of(self).sum()).isEqualTo(100_000);
        assertThat(self).containsOnly(1);
    }

    @Test
    void selfTimes_ofEventsThatOverlapInAChain_areTheTimeUntilTheNextBegins() {
        long[] self = SelfTimes.of(NaiveNesting.chain(1_000_000));
        assertThat(self[self.length - 1]).isEqualTo(15);
        assertThat(Arrays.copyOf(self, self.length - 1)).containsOnly(10);
    }
}
