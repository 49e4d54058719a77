package io.stepprofiler.fleet.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.fleet.FleetLedgers;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.SimulatedFleet;
import io.stepprofiler.fleet.TiledSteps;
import io.stepprofiler.ledger.LedgerLosses;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class CaptureRanksTest {
    private static CaptureRanks ranks(SimulatedFleet fleet, int most) {
        TiledSteps steps = fleet.steps();
        return CaptureRanks.of(
                FleetReport.of(
                        new FleetLedgers(steps, steps.places().size(), 0, 0, LedgerLosses.NONE),
                        Optional.empty(),
                        List.of()),
                most);
    }

    private static RankPlace staged(int rank) {
        return new RankPlace(rank, "h" + rank / 8, rank / 8, rank % 8, -1, -1, Map.of());
    }

    @Test
    void slowRanks_areTakenFromTheSlowestOn() {
        SimulatedFleet fleet =
                new SimulatedFleet(64, 100, 0.01, 1).slow(3, 0.1).slow(20, 0.3).slow(40, 0.2);
        assertThat(ranks(fleet, 2).slow()).containsExactly(20, 40);
        CaptureRanks all = ranks(fleet, 9);
        assertThat(all.slow()).containsExactly(20, 40, 3);
        assertThat(all.usual().orElseThrow()).isNotIn(all.slow());
    }

    @Test
    void usualRank_isOfThePeersOfTheSlowOne() {
        SimulatedFleet fleet = new SimulatedFleet(24, 100, 0.01, 1, CaptureRanksTest::staged).slow(17, 0.2);
        CaptureRanks chosen = ranks(fleet, 4);
        assertThat(chosen.slow()).containsExactly(17);
        assertThat(chosen.usual().orElseThrow()).isBetween(16, 23).isNotEqualTo(17);
    }

    @Test
    void slowHost_isItsSlowestRank() {
        SimulatedFleet fleet = new SimulatedFleet(64, 100, 0.005, 1);
        for (int rank = 8; rank < 16; rank++) {
            fleet.slow(rank, 0.1 + (rank == 13 ? 0.02 : 0));
        }
        CaptureRanks chosen = ranks(fleet, 4);
        assertThat(chosen.slow()).containsExactly(13);
        assertThat(chosen.usual().orElseThrow())
                .satisfies(rank -> assertThat(rank / 8).isNotEqualTo(1));
    }

    @Test
    void rankThatIsLate_isChosen() {
        CaptureRanks chosen = ranks(new SimulatedFleet(32, 400, 0.01, 1).slow(9, 200, 400, 0.3), 4);
        assertThat(chosen.slow()).containsExactly(9);
        assertThat(chosen.usual().orElseThrow()).isNotEqualTo(9);
    }

    @Test
    void slowStage_isARankOfItAndOneOfTheOthers() {
        SimulatedFleet fleet = new SimulatedFleet(24, 100, 0.01, 1, CaptureRanksTest::staged);
        for (int rank = 16; rank < 24; rank++) {
            fleet.slow(rank, 0.5);
        }
        CaptureRanks chosen = ranks(fleet, 4);
        assertThat(chosen.slow())
                .singleElement()
                .satisfies(rank -> assertThat(rank).isBetween(16, 23));
        assertThat(chosen.usual().orElseThrow()).isBetween(0, 15);
    }

    @Test
    void healthyFleet_hasNone() {
        assertThat(ranks(new SimulatedFleet(32, 100, 0.01, 1), 4))
                .isEqualTo(new CaptureRanks(List.of(), OptionalInt.empty()));
    }
}
