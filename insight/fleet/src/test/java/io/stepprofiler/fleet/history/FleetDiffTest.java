package io.stepprofiler.fleet.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.analysis.diff.MetricDiff;
import io.stepprofiler.analysis.diff.Verdict;
import io.stepprofiler.fleet.FleetLedgers;
import io.stepprofiler.fleet.SimulatedFleet;
import io.stepprofiler.fleet.TiledSteps;
import io.stepprofiler.fleet.comparison.Straggler;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.ledger.LedgerLosses;
import io.stepprofiler.ledger.StepValue;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FleetDiffTest {
    private static FleetReport report(TiledSteps steps) {
        return FleetReport.of(
                new FleetLedgers(steps, steps.places().size(), 0, 0, LedgerLosses.NONE), Optional.empty(), List.of());
    }

    private static FleetDiff diff(SimulatedFleet base, SimulatedFleet next) {
        return FleetDiff.of(List.of(), report(base.steps()), List.of(), report(next.steps()));
    }

    private static SimulatedFleet fleet(int ranks, long seed) {
        return new SimulatedFleet(ranks, 100, 0.01, seed);
    }

    @Test
    void rankThatIsSlowInBothRuns_hasNotChanged() {
        FleetDiff diff = diff(fleet(32, 1).slow(3, 0.2), fleet(32, 2).slow(3, 0.2));
        assertThat(diff.differences()).isEmpty();
        assertThat(diff.changed().stragglers()).isEmpty();
        assertThat(diff.ranks())
                .hasSize(32)
                .allSatisfy(rank -> assertThat(rank.ratio()).isCloseTo(1, within(0.01)));
    }

    @Test
    void rankThatBecameSlower_isNamedWithItsChange() {
        FleetDiff diff =
                diff(fleet(32, 1).slow(3, 0.2), fleet(32, 2).slow(3, 0.2).slow(9, 0.1));
        assertThat(diff.changed().stragglers()).singleElement().satisfies(rank -> {
            assertThat(rank.name()).isEqualTo("9");
            assertThat(rank.excess()).isCloseTo(0.1, within(0.01));
        });
        assertThat(diff.ranks().get(9).ratio()).isCloseTo(1.1, within(0.01));
    }

    @Test
    void hostThatBecameSlower_isNamed() {
        SimulatedFleet next = fleet(64, 2);
        for (int rank = 8; rank < 16; rank++) {
            next.slow(rank, 0.1);
        }
        assertThat(diff(fleet(64, 1), next).changed().stragglers())
                .extracting(Straggler::name)
                .startsWith("h1");
    }

    @Test
    void slowerRuns_areSuspectedAtBest() {
        SimulatedFleet next = fleet(16, 2);
        for (int rank = 0; rank < 16; rank++) {
            next.slow(rank, 0.5);
        }
        FleetDiff diff = diff(fleet(16, 1), next);
        assertThat(diff.metrics()).extracting(MetricDiff::verdict).containsOnly(Verdict.SUSPECTED_SLOWER);
        assertThat(diff.changed().stragglers()).isEmpty();
    }

    @Test
    void otherWork_isNotComparable() {
        FleetDiff diff = diff(fleet(16, 1), fleet(24, 2).values(StepValue.BATCH, 8));
        assertThat(diff.differences()).singleElement().satisfies(difference -> {
            assertThat(difference.what()).isEqualTo("number of ranks");
            assertThat(difference.isWorkload()).isTrue();
        });
        assertThat(diff.metrics()).extracting(MetricDiff::verdict).containsOnly(Verdict.NOT_COMPARABLE);
        assertThat(diff.onlyBase()).isEmpty();
        assertThat(diff.onlyNext()).containsExactly(16, 17, 18, 19, 20, 21, 22, 23);
        assertThat(diff.ranks()).hasSize(16);
    }

    @Test
    void runsWithoutCommonRanks_haveNoChanges() {
        FleetDiff diff = FleetDiff.of(
                List.of(),
                report(new TiledSteps(List.of(), new long[0])),
                List.of(),
                report(fleet(4, 1).steps()));
        assertThat(diff.ranks()).isEmpty();
        assertThat(diff.metrics()).isEmpty();
        assertThat(diff.changed().account()).isEmpty();
    }
}
