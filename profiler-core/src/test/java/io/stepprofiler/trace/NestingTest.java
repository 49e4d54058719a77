package io.stepprofiler.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

class NestingTest {
    private static Track track(long... startsAndDurations) {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder track = builder.thread(1, "main");
        for (int i = 0; i < startsAndDurations.length; i += 2) {
            track.add(builder.nameId("event"), startsAndDurations[i], startsAndDurations[i + 1]);
        }
        return builder.build().tracks().get(0);
    }

    @Test
    void parents_eventsThatNest_areTheOnesAroundThem() {
        assertThat(Nesting.parents(track(0, 100, 10, 50, 20, 10, 40, 10, 70, 10)))
                .containsExactly(Nesting.ROOT, 0, 1, 1, 0);
    }

    @Test
    void parents_touchingAndOverlappingEvents_areSiblings() {
        assertThat(Nesting.parents(track(0, 10, 10, 10, 15, 10, 20, 2)))
                .containsExactly(Nesting.ROOT, Nesting.ROOT, Nesting.ROOT, 2);
    }

    @Test
    void parents_randomEvents_areTheInnermostAround() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            TraceBuilder builder = new TraceBuilder();
            TrackBuilder added = builder.thread(1, "main");
            for (int i = random.nextInt(300); i > 0; i--) {
                int event = added.add(builder.nameId("event"), random.nextInt(100), 1 + random.nextInt(60));
                if (random.nextInt(8) == 0) {
                    added.async(event);
                }
                if (random.nextInt(8) == 0) {
                    added.unfinished(event);
                }
            }
            Track track = builder.build().tracks().get(0);
            assertThat(Nesting.parents(track)).as("seed %d", seed).containsExactly(naiveParents(track, track::isAsync));
            assertThat(Nesting.finishedParents(track))
                    .as("finished ones, seed %d", seed)
                    .containsExactly(naiveParents(track, i -> track.isAsync(i) || track.isUnfinished(i)));
        }
    }

    private static int[] naiveParents(Track track, IntPredicate leftOut) {
        int[] parents = new int[track.size()];
        for (int i = 0; i < parents.length; i++) {
            parents[i] = Nesting.ROOT;
            for (int j = 0; j < i && !leftOut.test(i); j++) {
                long end = track.startNanos(j) + track.durationNanos(j);
                if (!leftOut.test(j)
                        && end > track.startNanos(i)
                        && end >= track.startNanos(i) + track.durationNanos(i)) {
                    parents[i] = j;
                }
            }
        }
        return parents;
    }

    @Test
    void parents_manyEventsThatOverlapInAChain_areFoundInLinearTime() {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder chain = builder.thread(1, "main");
        for (int i = 0; i < 1_000_000; i++) {
            chain.add(builder.nameId("link"), 1000L * i, 1500);
        }
        chain.unfinished(0);
        Track track = builder.build().tracks().get(0);
        assertThat(Nesting.parents(track)).containsOnly(Nesting.ROOT);
        assertThat(Nesting.finishedParents(track)).containsOnly(Nesting.ROOT);
    }
}
