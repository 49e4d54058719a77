package io.stepprofiler.nesting;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.Track;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NestingTest {
    private static final int ROUNDS = 100;

    @Test
    void parents_randomEvents_areTheInnermostAround() {
        for (int seed = 0; seed < ROUNDS; seed++) {
            Track track = NaiveNesting.randomTrack(new Random(seed));
            assertThat(Nesting.parents(track))
                    .as("seed %d", seed)
                    .containsExactly(NaiveNesting.of(track).parents());
            assertThat(Nesting.finishedParents(track))
                    .as("finished ones, seed %d", seed)
                    .containsExactly(NaiveNesting.ofFinished(track).parents());
        }
    }

    @Test
    void level_randomEvents_isTheNumberOfEventsAround() {
        for (int seed = 0; seed < ROUNDS; seed++) {
            Track track = NaiveNesting.randomTrack(new Random(seed));
            NaiveNesting naive = NaiveNesting.of(track);
            Nesting nesting = Nesting.of(track);
            for (int i = 0; i < track.size(); i++) {
                nesting.next();
                assertThat(nesting.level()).as("event %d, seed %d", i, seed).isEqualTo(naive.level(i));
            }
        }
    }

    @Test
    void innermostAt_randomEventsAndRisingInstants_isTheOpenOneThatBeganLast() {
        for (int seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            Track track = NaiveNesting.randomTrack(random);
            Nesting nesting = Nesting.of(track);
            Nesting finished = Nesting.ofFinished(track);
            for (long instant : NaiveNesting.risingInstants(random)) {
                assertThat(nesting.innermostAt(instant))
                        .as("at %d, seed %d", instant, seed)
                        .isEqualTo(NaiveNesting.of(track).innermostAt(instant));
                assertThat(finished.innermostAt(instant))
                        .as("finished ones, at %d, seed %d", instant, seed)
                        .isEqualTo(NaiveNesting.ofFinished(track).innermostAt(instant));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void parents_eventsNestedVeryDeeply_areEachTheOneBefore(boolean sameStart) {
        int[] parents = Nesting.parents(NaiveNesting.deepTrack(100_000, sameStart));
        for (int i = 0; i < parents.length; i++) {
            assertThat(parents[i]).isEqualTo(i - 1);
        }
    }

    @Test
    void parents_manyEventsThatOverlapInAChain_areFoundInLinearTime() {
        Track track = NaiveNesting.chain(1_000_000);
        assertThat(Nesting.parents(track)).containsOnly(Nesting.ROOT);
        assertThat(Nesting.finishedParents(track)).containsOnly(Nesting.ROOT);
    }
}
