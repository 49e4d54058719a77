package io.stepprofiler.fleet.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.SimulatedFleet;
import io.stepprofiler.fleet.ranks.ExcessCause;
import io.stepprofiler.fleet.ranks.PlaceLevel;
import io.stepprofiler.ledger.StepValue;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EpisodeSearchTest {
    private static FleetComparison comparison(SimulatedFleet fleet, int ranks) {
        return FleetComparison.of(fleet.steps(), ranks);
    }

    private static List<Episode> findings(SimulatedFleet fleet, int ranks) {
        return findings(comparison(fleet, ranks));
    }

    private static List<Episode> findings(FleetComparison comparison) {
        return comparison.episodes().stream().filter(Episode::isFinding).toList();
    }

    @ParameterizedTest
    @CsvSource({"600, 1000, 0.3, true", "600, 710, 0.5, false", "0, 400, 0.3, false", "200, 1000, 0.3, true"})
    void slowerFromAStepOn_isAnEpisodeWithItsSteps(int from, int to, double part, boolean isToTheEnd) {
        FleetComparison comparison = comparison(new SimulatedFleet(32, 1000, 0.02, from).slow(9, from, to, part), 32);

        assertThat(findings(comparison)).singleElement().satisfies(episode -> {
            assertThat(episode.ranks()).containsExactly(9);
            assertThat(episode.firstStep()).isCloseTo(from, within(5L));
            assertThat(episode.lastStep()).isCloseTo(to - 1L, within(5L));
            assertThat(episode.isToTheEnd()).isEqualTo(isToTheEnd);
            assertThat(episode.excess()).isCloseTo(part, within(0.03));
        });
        assertThat(comparison.verdict().severity()).contains(Severity.WARNING);
    }

    @ParameterizedTest
    @CsvSource({"20, 10, 20, 0.22", "20, 18, 20, 0.5", "60, 54, 60, 0.22", "300, 100, 105, 1", "300, 270, 300, 0.1"})
    void fewLateSteps_areAnEpisode(int steps, int from, int to, double part) {
        assertThat(findings(new SimulatedFleet(16, steps, 0.005, 1).slow(9, from, to, part), 16))
                .singleElement()
                .satisfies(episode -> {
                    assertThat(episode.ranks()).containsExactly(9);
                    assertThat(episode.firstStep()).isCloseTo(from, within(1L));
                    assertThat(episode.lastStep()).isEqualTo(to - 1);
                });
    }

    @ParameterizedTest
    @CsvSource({"2, 4", "4, 8", "16, 32", "64, 128"})
    void lateHalfOfTheRanks_isFound(int slow, int ranks) {
        SimulatedFleet fleet = new SimulatedFleet(ranks, 300, 0.005, 1);
        IntStream.range(0, slow).forEach(i -> fleet.slow(2 * i + i % 2, 150, 300, 0.22));

        FleetComparison comparison = comparison(fleet, ranks);

        assertThat(comparison.verdict().kind()).isEqualTo(RanksVerdict.Kind.SLOW);
        assertThat(comparison.verdict().culprits())
                .extracting(Culprit::rank)
                .containsExactlyElementsOf(
                        IntStream.range(0, slow).mapToObj(i -> 2 * i + i % 2).toList());
        assertThat(comparison.episodes()).extracting(Episode::firstStep).containsOnly(150L);
    }

    @ParameterizedTest
    @CsvSource({"0.29, 1", "0.27, 0"})
    void height_isAnEpisodeFromFourTimesTheOthersOn(double part, int count) {
        SimulatedFleet fleet = new SimulatedFleet(16, 300, 0, 1).slow(9, 200, 240, part);
        IntStream.range(0, 16)
                .filter(rank -> rank != 9)
                .forEach(rank -> fleet.slow(rank, 15 * rank, 15 * rank + 30, 0.07));

        assertThat(findings(fleet, 16)).hasSize(count);
    }

    /** The median of a bucket may be high, and the sum over its steps low. */
    @Test
    void longStepsWithUsualOnesBetween_areAnEpisode() {
        SimulatedFleet fleet =
                new SimulatedFleet(4, 300, 0, 1).slow(3, 25, 26, 0.9).slow(3, 28, 30, 0.9);

        assertThat(findings(fleet, 4)).singleElement().satisfies(episode -> {
            assertThat(episode.ranks()).containsExactly(3);
            assertThat(episode.firstStep()).isBetween(25L, 28L);
            assertThat(episode.lastStep()).isEqualTo(29);
        });
    }

    @Test
    void episodeShortlyBeforeTheEnd_endsWhereItDoes() {
        assertThat(findings(new SimulatedFleet(16, 624, 0.005, 1).slow(9, 330, 500, 0.3), 16))
                .singleElement()
                .satisfies(episode -> {
                    assertThat(episode.lastStep()).isCloseTo(499, within(1L));
                    assertThat(episode.isToTheEnd()).isFalse();
                });
    }

    @Test
    void rankThatIsFasterForATime_isNotSlowBefore() {
        assertThat(findings(new SimulatedFleet(8, 300, 0.005, 1).slow(3, 255, 300, -0.4), 8))
                .isEmpty();
    }

    @Test
    void rankThatStaysAsFastAsAllWere_isNotSlowBefore() {
        SimulatedFleet fleet = new SimulatedFleet(8, 300, 0.005, 1);
        IntStream.range(0, 7).forEach(rank -> fleet.slow(rank, 150, 300, 0.3));

        assertThat(findings(fleet, 8)).flatExtracting(Episode::ranks).doesNotContain(7);
    }

    @Test
    void noiseOfOneGroupOfPeers_isNoEpisodeBesideAQuietGroup() {
        for (int seed = 0; seed < 5; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            SimulatedFleet fleet = new SimulatedFleet(
                    12,
                    400,
                    0.005,
                    seed,
                    rank -> new RankPlace(rank, "h" + rank / 4, rank < 8 ? 0 : 1, -1, -1, -1, Map.of()));
            for (int rank = 8; rank < 12; rank++) {
                for (int step = 0; step < 400; step++) {
                    fleet.slow(rank, step, step + 1, 0.05 * random.nextGaussian());
                }
            }
            assertThat(findings(fleet, 12)).isEmpty();
        }
    }

    @Test
    void excess_ofARankThatIsAlwaysSlower_isAboveItsPeers() {
        SimulatedFleet fleet =
                new SimulatedFleet(16, 600, 0.005, 1).slow(9, 0.2).slow(9, 300, 400, 0.3);

        assertThat(findings(fleet, 16))
                .singleElement()
                .satisfies(episode -> assertThat(episode.excess()).isCloseTo(0.5, within(0.03)));
    }

    @Test
    void twoEpisodesOfARank_areBothFound() {
        SimulatedFleet fleet =
                new SimulatedFleet(16, 600, 0.01, 1).slow(3, 100, 180, 0.3).slow(3, 400, 460, 0.4);

        assertThat(comparison(fleet, 16).episodes())
                .extracting(Episode::firstStep)
                .containsExactlyInAnyOrder(100L, 400L);
    }

    @Test
    void slowAllTheTime_isNoEpisode() {
        FleetComparison comparison = comparison(new SimulatedFleet(16, 600, 0.01, 1).slow(3, 0.2), 16);

        assertThat(comparison.episodes()).isEmpty();
        assertThat(comparison.stragglers()).hasSize(1);
    }

    @Test
    void hostThatIsLate_isNamedOnce() {
        SimulatedFleet fleet = new SimulatedFleet(48, 900, 0.005, 1);
        IntStream.range(16, 24).forEach(rank -> fleet.slow(rank, 520, 900, 0.22));

        assertThat(comparison(fleet, 48).episodes()).singleElement().satisfies(episode -> {
            assertThat(episode.level()).isEqualTo(PlaceLevel.HOST);
            assertThat(episode.name()).isEqualTo("h2");
            assertThat(episode.ranks()).hasSize(8);
        });
    }

    @ParameterizedTest
    @CsvSource({"450, true, SLOW", "1.7, true, SLOW", "1.5, false, NO_SLOW_RANK"})
    void singleStep_isAFindingIfItCostsMuch(double part, boolean isFinding, RanksVerdict.Kind kind) {
        FleetComparison comparison = comparison(new SimulatedFleet(16, 300, 0.005, 1).slow(9, 140, 141, part), 16);

        assertThat(comparison.episodes()).singleElement().satisfies(episode -> {
            assertThat(episode.ranks()).containsExactly(9);
            assertThat(List.of(episode.firstStep(), episode.lastStep())).containsExactly(140L, 140L);
            assertThat(episode.isFinding()).isEqualTo(isFinding);
            assertThat((double) episode.excessNanos()).isCloseTo(part * 1e8, within(3e6));
        });
        assertThat(comparison.verdict().kind()).isEqualTo(kind);
    }

    @Test
    void cause_isOfTheRanksOtherSteps() {
        SimulatedFleet fleet =
                new SimulatedFleet(16, 400, 0.005, 1).slow(5, 200, 400, 0.3).values(StepValue.INPUT_WAIT_NANOS, 0);
        IntStream.range(200, 400).forEach(step -> fleet.value(StepValue.INPUT_WAIT_NANOS, 5, step, 30_000_000));

        assertThat(comparison(fleet, 16).episodes())
                .singleElement()
                .satisfies(episode -> assertThat(episode.cause()).isEqualTo(ExcessCause.INPUT));
    }

    @Test
    void noiseOfManySteps_isNoEpisode() {
        for (int seed = 0; seed < 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            SimulatedFleet fleet = new SimulatedFleet(64, 200, 0.005, seed);
            for (int rank = 0; rank < 64; rank++) {
                for (int step = 0; step < 200; step += 25) {
                    double squares = IntStream.range(0, 3)
                            .mapToDouble(any -> Math.pow(random.nextGaussian(), 2))
                            .sum();
                    fleet.slow(rank, step, step + 25, 0.01 * random.nextGaussian() / Math.sqrt(squares / 3));
                }
            }
            assertThat(findings(fleet, 64)).isEmpty();
        }
    }
}
