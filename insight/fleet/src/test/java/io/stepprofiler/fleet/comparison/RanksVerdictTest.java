package io.stepprofiler.fleet.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.ReadSteps;
import io.stepprofiler.fleet.SharedRank;
import io.stepprofiler.fleet.SimulatedFleet;
import io.stepprofiler.fleet.TiledSteps;
import io.stepprofiler.fleet.ranks.LeftOut;
import io.stepprofiler.ledger.StepValue;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RanksVerdictTest {
    private static final long MILLI = 1_000_000;

    private static FleetComparison comparison(SimulatedFleet fleet) {
        TiledSteps steps = fleet.steps();
        return FleetComparison.of(steps, steps.places().size());
    }

    private static SimulatedFleet fleet(int ranks, int steps) {
        return new SimulatedFleet(ranks, steps, 0.005, 1);
    }

    /** Ranks on hosts of eight that are 20 % slower. */
    private static RanksVerdict slow(int all, int... ranks) {
        SimulatedFleet fleet = fleet(all, 80);
        IntStream.of(ranks).forEach(rank -> fleet.slow(rank, 0.2));
        return comparison(fleet).verdict();
    }

    private static List<Integer> numbers(RanksVerdict verdict) {
        return verdict.culprits().stream().map(Culprit::rank).toList();
    }

    @Test
    void twoEqualStragglers_areOneVerdictWithTheirCommonGain() {
        RanksVerdict verdict = slow(24, 5, 17);

        assertThat(verdict.kind()).isEqualTo(RanksVerdict.Kind.SLOW);
        assertThat(verdict.severity()).contains(Severity.WARNING);
        assertThat(numbers(verdict)).containsExactly(5, 17);
        assertThat((double) verdict.gainNanos()).isCloseTo(19.0 * MILLI, within(2.0 * MILLI));
        assertThat(verdict.culprits().get(1)).isEqualTo(new Culprit(17, "h2", 1, 0, Map.of()));
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 32, 40})
    void manyEqualStragglers_areNamedTogether(int count) {
        int[] ranks = IntStream.range(0, count).map(i -> i * 7 % 64).sorted().toArray();

        RanksVerdict verdict = slow(64, ranks);

        assertThat(verdict.severity()).contains(Severity.WARNING);
        assertThat(numbers(verdict))
                .containsExactlyElementsOf(IntStream.of(ranks).boxed().toList());
        assertThat((double) verdict.gainNanos()).isCloseTo(20.0 * MILLI, within(2.0 * MILLI));
    }

    @ParameterizedTest
    @CsvSource({"19, PROBABLY_SLOW, INFORMATION", "20, SLOW, WARNING"})
    void certainty_begins_with20Steps(int steps, RanksVerdict.Kind kind, Severity severity) {
        RanksVerdict verdict = comparison(fleet(12, steps).slow(4, 0.3)).verdict();

        assertThat(verdict.kind()).isEqualTo(kind);
        assertThat(verdict.severity()).contains(severity);
        assertThat(numbers(verdict)).containsExactly(4);
    }

    @ParameterizedTest
    @CsvSource({"2, PROBABLY_SLOW", "3, SLOW"})
    void certainty_beginsWith3Ranks(int ranks, RanksVerdict.Kind kind) {
        assertThat(comparison(fleet(ranks, 100).slow(1, 0.3)).verdict().kind()).isEqualTo(kind);
    }

    @Test
    void healthyRanks_areAnAllClear_onlyIfAllAreCompared() {
        TiledSteps steps = fleet(16, 100).steps();

        assertThat(FleetComparison.of(steps, 16).verdict().kind()).isEqualTo(RanksVerdict.Kind.NO_SLOW_RANK);
        assertThat(FleetComparison.of(steps, 17).verdict().kind()).isEqualTo(RanksVerdict.Kind.CANNOT_TELL);
        for (int step = 0; step < 30; step++) {
            steps.set(3, step, FleetSteps.UNKNOWN, FleetSteps.UNKNOWN);
        }
        FleetComparison comparison = FleetComparison.of(steps, 16);
        assertThat(comparison.abstentions()).containsExactly(Abstention.LEFT_OUT);
        assertThat(comparison.verdict()).isEqualTo(RanksVerdict.without(false));
    }

    @Test
    void ranksWithoutMarkedCollectives_areNeverAnAllClear() {
        TiledSteps steps = new SimulatedFleet(16, 100, 0.02, 1).steps();
        for (int rank = 0; rank < 16; rank++) {
            for (int step = 0; step < 100; step++) {
                steps.set(rank, step, ReadSteps.ownNanos(steps, rank, step), FleetSteps.UNKNOWN);
            }
        }

        FleetComparison comparison = FleetComparison.of(steps, 16);

        assertThat(comparison.abstentions()).containsExactly(Abstention.UNMARKED_COLLECTIVES);
        assertThat(comparison.verdict().kind()).isEqualTo(RanksVerdict.Kind.CANNOT_TELL);
    }

    @Test
    void sharedRank_isLeftOutForThisReason() {
        TiledSteps steps = fleet(8, 100).steps();
        for (int step = 0; step < 100; step++) {
            steps.set(2, step, FleetSteps.UNKNOWN, FleetSteps.UNKNOWN);
        }

        FleetComparison comparison = FleetComparison.of(steps, 8, List.of(new SharedRank(2, List.of("a", "b"))));

        assertThat(comparison.extent().leftOut()).containsExactly(new LeftOut(2, LeftOut.Reason.SEVERAL_PROCESSES));
        assertThat(comparison.abstentions()).containsExactly(Abstention.SHARED_RANKS);
    }

    @Test
    void collectionsInDifferentSteps_areAFinding() {
        SimulatedFleet fleet = fleet(40, 200).values(StepValue.PAUSE_NANOS, 0);
        for (int step = 0; step < 200; step++) {
            int rank = step % 40;
            fleet.slow(rank, step, step + 1, 0.6).value(StepValue.PAUSE_NANOS, rank, step, 60 * MILLI);
        }

        FleetComparison comparison = comparison(fleet);

        assertThat(comparison.verdict().subject()).isEqualTo(RanksVerdict.Subject.COLLECTIONS);
        assertThat(comparison.verdict().severity()).contains(Severity.WARNING);
        assertThat((double) comparison.verdict().gainNanos()).isCloseTo(57.5 * MILLI, within(2.0 * MILLI));
    }

    @Test
    void oneCollectionOfSomeRanks_isNoSlowRank() {
        SimulatedFleet fleet = fleet(40, 60).values(StepValue.PAUSE_NANOS, 0);
        for (int step = 0; step < 15; step++) {
            fleet.slow(step, step, step + 1, 0.6).value(StepValue.PAUSE_NANOS, step, step, 60 * MILLI);
        }

        assertThat(comparison(fleet).verdict().subject()).isEqualTo(RanksVerdict.Subject.COLLECTIONS);
    }

    @Test
    void halfOfFourRanks_areNamedTogether() {
        assertThat(slow(4, 1, 2).culprits()).extracting(Culprit::rank).containsExactly(1, 2);
    }

    @Test
    void hostWithUsualRanks_isNotNamed() {
        assertThat(slow(32, 8, 9, 10, 12, 13, 15).culprits())
                .extracting(Culprit::rank)
                .containsExactly(8, 9, 10, 12, 13, 15);
    }

    @Test
    void collectionsInTheSameSteps_areNone() {
        SimulatedFleet fleet = fleet(40, 200).values(StepValue.PAUSE_NANOS, 0);
        for (int step = 0; step < 200; step += 10) {
            for (int rank = 0; rank < 40; rank++) {
                fleet.slow(rank, step, step + 1, 0.6).value(StepValue.PAUSE_NANOS, rank, step, 60 * MILLI);
            }
        }

        assertThat(comparison(fleet).verdict().kind()).isEqualTo(RanksVerdict.Kind.NO_SLOW_RANK);
    }

    @Test
    void pattern_isTheMostSpecial() {
        assertThat(slow(32, 0, 8, 16, 24).pattern())
                .isEqualTo(new RankPattern(RankPattern.Kind.LOCAL_RANKS, List.of("0"), true));
        assertThat(slow(32, 3, 8, 13, 18, 23, 28).pattern())
                .isEqualTo(new RankPattern(RankPattern.Kind.EVERY, List.of("5", "3"), true));
        assertThat(slow(32, IntStream.range(16, 32).toArray()).pattern())
                .isEqualTo(new RankPattern(RankPattern.Kind.HOSTS, List.of("h2", "h3"), true));
        assertThat(slow(32, IntStream.range(8, 16).toArray()).pattern())
                .isEqualTo(new RankPattern(RankPattern.Kind.HOSTS, List.of("h1"), false));
        assertThat(slow(32, 28, 29, 30, 31).pattern())
                .isEqualTo(new RankPattern(RankPattern.Kind.LAST, List.of(), true));
        assertThat(slow(32, 1, 2, 9).pattern()).isEqualTo(new RankPattern(RankPattern.Kind.RANKS, List.of(), false));
        assertThat(slow(32, 7).pattern()).isEqualTo(new RankPattern(RankPattern.Kind.RANK, List.of(), false));
    }

    @Test
    void pattern_ofRanksWithPositionsInTheModel_isNoStage() {
        SimulatedFleet fleet = new SimulatedFleet(
                32, 80, 0.005, 1, rank -> new RankPlace(rank, "h" + rank / 8, 0, rank, 0, 0, Map.of()));
        IntStream.of(0, 8, 16, 24).forEach(rank -> fleet.slow(rank, 0.2));

        assertThat(comparison(fleet).verdict().pattern())
                .isEqualTo(new RankPattern(RankPattern.Kind.LOCAL_RANKS, List.of("0"), false));
    }
}
