package io.stepprofiler.nesting;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.Track;
import io.stepprofiler.trace.TrackBuilder;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelfTimesTest {
    private static final int ROUNDS = 200;

    @Test
    void parent_withTwoChildren_keepsWhatTheyLeave() {
        assertThat(SelfTimes.of(NaiveNesting.track(0, 100, 10, 20, 40, 50))).containsExactly(30, 20, 50);
    }

    @Test
    void overlap_withoutNesting_belongsToTheOneThatBeganLast() {
        assertThat(SelfTimes.of(NaiveNesting.track(0, 10, 6, 10))).containsExactly(6, 10);
    }

    @Test
    void parent_ofAnEventThatEndsAfterIt_getsNothingBack() {
        assertThat(SelfTimes.of(NaiveNesting.track(0, 10, 2, 4, 3, 20))).containsExactly(2, 1, 20);
    }

    @Test
    void event_thatEndedOnAnotherThread_hasNoneAndTakesNone() {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder track = builder.thread(1, "main");
        track.add(builder.nameId("a"), 0, 10);
        track.async(track.add(builder.nameId("b"), 2, 5));
        assertThat(SelfTimes.of(builder.build().tracks().get(0))).containsExactly(10, 0);
    }

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
