package io.stepprofiler.handlers.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.Track;
import io.stepprofiler.trace.TrackBuilder;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelfTimesTest {
    private static final int RANGE = 60;

    @Test
    void parent_withTwoChildren_keepsWhatTheyLeave() {
        assertThat(SelfTimes.of(track(0, 100, 10, 20, 40, 50))).containsExactly(30, 20, 50);
    }

    @Test
    void overlap_withoutNesting_belongsToTheOneThatBeganLast() {
        assertThat(SelfTimes.of(track(0, 10, 6, 10))).containsExactly(6, 10);
    }

    @Test
    void parent_ofAnEventThatEndsAfterIt_getsNothingBack() {
        assertThat(SelfTimes.of(track(0, 10, 2, 4, 3, 20))).containsExactly(2, 1, 20);
    }

    @Test
    void event_thatEndedOnAnotherThread_hasNoneAndTakesNone() {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder track = builder.thread(1, "main");
        track.add(builder.nameId("a"), 0, 10);
        track.async(track.add(builder.nameId("b"), 2, 5));
        assertThat(SelfTimes.of(builder.build().tracks().get(0))).containsExactly(10, 0);
    }

    /** Moment by moment: the last event in the order of the track that is open takes it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 20, 40})
    void selfTimes_ofRandomEvents_areThoseCountedMomentByMoment(int count) {
        Random random = new Random(count);
        for (int round = 0; round < 300; round++) {
            Track track = randomTrack(random, count);
            long[] expected = new long[track.size()];
            long inside = 0;
            for (int moment = 0; moment < RANGE; moment++) {
                int owner = owner(track, moment);
                if (owner >= 0) {
                    expected[owner]++;
                    inside++;
                }
            }
            long[] self = SelfTimes.of(track);
            assertThat(self).isEqualTo(expected);
            assertThat(LongStream.of(self).sum()).isEqualTo(inside);
        }
    }

    private static int owner(Track track, int moment) {
        for (int i = track.size() - 1; i >= 0; i--) {
            boolean open = track.startNanos(i) <= moment && moment < track.startNanos(i) + track.durationNanos(i);
            if (open && !track.isAsync(i) && !track.isUnfinished(i)) {
                return i;
            }
        }
        return -1;
    }

    private static Track randomTrack(Random random, int count) {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder track = builder.thread(1, "main");
        for (int i = 0; i < count; i++) {
            int start = random.nextInt(RANGE);
            int event = track.add(builder.nameId("e"), start, random.nextInt(RANGE - start + 1));
            if (random.nextInt(6) == 0) {
                track.async(event);
            }
            if (random.nextInt(6) == 0) {
                track.unfinished(event);
            }
        }
        return builder.build().tracks().get(0);
    }

    private static Track track(long... startsAndDurations) {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder track = builder.thread(1, "main");
        for (int i = 0; i < startsAndDurations.length; i += 2) {
            track.add(builder.nameId("e"), startsAndDurations[i], startsAndDurations[i + 1]);
        }
        return builder.build().tracks().get(0);
    }
}
