package io.stepprofiler.fleet.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.amount.Quantiles;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class FleetClocksTest {
    private static final int STEPS = 200;
    private static final long STEP_NANOS = 1_000_000_000;
    private static final double NOISE_NANOS = 50_000;

    /** Records an all-reduce of each group in each step. */
    private static FleetWaits waits(SimulatedFleet fleet) {
        for (int step = 0; step < STEPS; step++) {
            for (int group = 0; group < fleet.groups.size(); group++) {
                long start = step * STEP_NANOS + group * 1_000_000L;
                long[] arrivals = fleet.groups.get(group).stream()
                        .mapToLong(rank -> start + fleet.gaussian(20e6))
                        .toArray();
                fleet.collective(step, group, 0, 1_000_000, arrivals);
            }
        }
        return fleet.waits();
    }

    /** Returns the largest difference between two hosts' common times of one true time. */
    private static long error(SimulatedFleet fleet, List<HostClock> clocks) {
        long largest = 0;
        for (long now = 0; now <= STEPS * STEP_NANOS; now += STEPS * STEP_NANOS / 4) {
            long time = now;
            long[] common = IntStream.range(0, clocks.size())
                    .mapToLong(host -> clocks.get(host).common(fleet.read(host, time)))
                    .sorted()
                    .toArray();
            largest = Math.max(largest, common[common.length - 1] - common[0]);
        }
        return largest;
    }

    @RepeatedTest(5)
    void clocks_ofOneGroup_areFittedToTheirError(RepetitionInfo repetition) {
        SimulatedFleet fleet = new SimulatedFleet(repetition.getCurrentRepetition(), 8, 2, STEPS, NOISE_NANOS);
        fleet.world();
        FleetClocks clocks = waits(fleet).clocks();
        assertThat(error(fleet, clocks.clocks())).isLessThan((long) (3 * NOISE_NANOS));
        assertThat(clocks.clocks())
                .allSatisfy(clock -> assertThat(clock.sigmaNanos()).isCloseTo(37_000L, within(15_000L)));
        assertThat(clocks.lastMoveNanos()).isLessThan(1_000);
    }

    @RepeatedTest(3)
    void clocks_ofAChainOfPairs_areFittedAcrossIt(RepetitionInfo repetition) {
        SimulatedFleet fleet = new SimulatedFleet(repetition.getCurrentRepetition(), 12, 1, STEPS, NOISE_NANOS);
        IntStream.range(0, 11).forEach(rank -> fleet.group(rank, rank + 1));
        FleetClocks clocks = waits(fleet).clocks();
        assertThat(error(fleet, clocks.clocks())).isLessThan(500_000);
        assertThat(clocks.parts()).hasSize(1);
    }

    @Test
    void clockThatJumps_isSetAside_andItsRanksAreNotLate() {
        SimulatedFleet fleet = new SimulatedFleet(1, 6, 2, STEPS, NOISE_NANOS);
        fleet.world();
        fleet.group(IntStream.range(0, 10).boxed().toArray(Integer[]::new));
        fleet.jump(5, STEPS * STEP_NANOS / 3);

        FleetWaits waits = waits(fleet);

        assertThat(waits.clocks().unaligned()).containsExactly("host5");
        assertThat(waits.clocks().errorNanos()).isLessThan(1_000_000);
        assertThat(waits.leftOut()).containsOnlyKeys(SyncProblem.CLOCK_UNKNOWN);
        assertThat(waits.collectives()).isEqualTo(STEPS);
        assertThat(waits.ranks().get(10).causedNanos()).isZero();
    }

    @Test
    void clocks_withoutCommonCollectives_areDifferentParts() {
        SimulatedFleet fleet = new SimulatedFleet(1, 4, 1, STEPS, NOISE_NANOS);
        fleet.group(0, 2);
        fleet.group(3);
        assertThat(waits(fleet).clocks().parts())
                .containsExactly(List.of("host0", "host2"), List.of("host1"), List.of("host3"));
    }

    @RepeatedTest(10)
    void clocks_ofTwoHostsThatMeetSeldom_meetAtTheMedianDifference(RepetitionInfo repetition) {
        SimulatedFleet fleet = new SimulatedFleet(repetition.getCurrentRepetition(), 2, 1, 1, 1_000);
        int world = fleet.world();
        IntStream.range(0, 9).forEach(number -> fleet.collective(0, world, number, 10_000, number * 20_000L, 0));
        FleetSyncs syncs = fleet.syncs(1);
        SyncRows rows = syncs.rows(0);
        long[] differences = new long[9];
        for (int row = 0; row < rows.size(); row++) {
            differences[rows.number(row)] += rows.rank(row) == 0 ? rows.end(row) : -rows.end(row);
        }
        List<HostClock> clocks = FleetWaits.of(fleet.steps, syncs).clocks().clocks();
        assertThat(clocks.get(0).line().offsetNanos() - clocks.get(1).line().offsetNanos())
                .isCloseTo(Quantiles.midpoint(differences), within(2L));
    }

    @Test
    void clock_ofOneHost_staysAsItIs() {
        SimulatedFleet fleet = new SimulatedFleet(1, 1, 8, STEPS, NOISE_NANOS);
        fleet.world();
        assertThat(waits(fleet).clocks().clocks()).containsExactly(new HostClock("host0", 0, 0, ClockLine.NONE, 0));
    }

    @Test
    void clocks_withMissingRanks_areFittedByTheOthers() {
        SimulatedFleet fleet = new SimulatedFleet(3, 3, 1, STEPS, NOISE_NANOS);
        int group = fleet.group(0, 1, 2, 99);
        for (int step = 0; step < STEPS; step++) {
            fleet.collective(step, group, 0, 1_000_000, step * STEP_NANOS, step * STEP_NANOS, step * STEP_NANOS);
        }
        FleetWaits waits = fleet.waits();
        assertThat(error(fleet, waits.clocks().clocks())).isLessThan((long) (3 * NOISE_NANOS));
        assertThat(waits.collectives()).isZero();
    }
}
