package io.stepprofiler.nesting;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OpenEventsTest {
    private static final int ROUNDS = 100;

    private static void begin(OpenEvents open, Track track, int event) {
        open.begin(event, track.startNanos(event), track.startNanos(event) + track.durationNanos(event));
    }

    @Test
    void events_ofRandomTracksAtRisingInstants_areThoseThatAreOpen() {
        for (int seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            Track track = NaiveNesting.randomTrack(random);
            NaiveNesting naive = NaiveNesting.of(track);
            Nesting nesting = Nesting.of(track);
            for (long instant : NaiveNesting.risingInstants(random)) {
                OpenEvents open = nesting.openAt(instant);
                List<Integer> found =
                        IntStream.range(0, open.size()).mapToObj(open::event).toList();
                assertThat(found)
                        .as("at %d, seed %d", instant, seed)
                        .containsExactlyInAnyOrderElementsOf(naive.openAt(instant));
                for (int i = 0; i < found.size(); i++) {
                    assertThat(open.end(i))
                            .isEqualTo(track.startNanos(found.get(i)) + track.durationNanos(found.get(i)));
                }
            }
        }
    }

    @Test
    void stack_ofRandomTracks_isTheInnermostEventAndItsParents() {
        for (int seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            Track track = NaiveNesting.randomTrack(random);
            NaiveNesting naive = NaiveNesting.of(track);
            OpenEvents open = new OpenEvents();
            for (int i = 0; i < track.size(); i++) {
                if (naive.takesPart(i)) {
                    begin(open, track, i);
                    List<Integer> around = new ArrayList<>();
                    for (int at = i; at != OpenEvents.NONE; at = naive.parent(at)) {
                        around.add(0, at);
                    }
                    assertThat(IntStream.range(0, open.depth()).mapToObj(open::event))
                            .as("event %d, seed %d", i, seed)
                            .containsExactlyElementsOf(around);
                }
            }
        }
    }

    @Test
    void outlasted_manyEventsThatOverlapInAChain_areForgottenWhenTheyHaveEnded() {
        Track chain = NaiveNesting.chain(1_000_000);
        OpenEvents open = new OpenEvents();
        int most = 0;
        for (int i = 0; i < chain.size(); i++) {
            begin(open, chain, i);
            most = Math.max(most, open.size());
        }
        assertThat(most).isEqualTo(2);
    }

    @Test
    void event_withoutDuration_isNotOpenAtItsInstant() {
        OpenEvents open = new OpenEvents();
        open.begin(0, 0, 10);
        assertThat(open.begin(1, 5, 5)).isZero();
        open.closeUntil(5);
        assertThat(open.innermost()).isZero();
    }
}
