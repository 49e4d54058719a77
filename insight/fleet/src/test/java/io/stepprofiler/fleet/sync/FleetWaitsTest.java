package io.stepprofiler.fleet.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.event.Collective;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.ReadSteps;
import io.stepprofiler.fleet.TiledSteps;
import io.stepprofiler.ledger.SyncGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FleetWaitsTest {
    private static final long MILLI = 1_000_000;
    private static final long STEP_NANOS = 1_000 * MILLI;
    private static final SyncGroup ALL = new SyncGroup("", 0, 0);

    private static int mostCharged(FleetWaits waits) {
        return waits.ranks().stream()
                .max(Comparator.comparingLong(RankWaits::causedNanos))
                .orElseThrow()
                .rank();
    }

    /** Ranks of hosts with wrong clocks, which reduce at the end of each step. */
    private static SimulatedFleet dataParallel(long seed, int late) {
        SimulatedFleet fleet = new SimulatedFleet(seed, 8, 2, 100, 0.05 * MILLI);
        int world = fleet.world();
        for (int step = 0; step < 100; step++) {
            long[] arrivals = new long[16];
            for (int rank = 0; rank < 16; rank++) {
                arrivals[rank] =
                        step * STEP_NANOS + 500 * MILLI + fleet.gaussian(10 * MILLI) + (rank == late ? 50 * MILLI : 0);
                fleet.steps.set(rank, step, 600 * MILLI, FleetSteps.UNKNOWN);
            }
            fleet.collective(step, world, 0, MILLI, arrivals);
        }
        return fleet;
    }

    @RepeatedTest(5)
    void lateRank_behindWrongClocks_isCharged(RepetitionInfo repetition) {
        FleetWaits waits = dataParallel(repetition.getCurrentRepetition(), 13).waits();
        long all = waits.ranks().stream().mapToLong(RankWaits::causedNanos).sum();
        assertThat(mostCharged(waits)).isEqualTo(13);
        assertThat(waits.ranks().get(13).causedNanos()).isGreaterThan(all * 8 / 10);
    }

    @Test
    void lateRank_hasTheLongestOwnTime() {
        SimulatedFleet fleet = dataParallel(1, 13);
        FleetWaits waits = fleet.waits();
        assertThat(waits.ranks())
                .isSortedAccordingTo(Comparator.comparingInt(RankWaits::rank))
                .allSatisfy(rank -> assertThat(rank.steps()).isEqualTo(100))
                .allSatisfy(rank -> assertThat(rank.parts().ownNanos())
                        .isEqualTo(IntStream.range(0, 100)
                                .mapToLong(step -> ReadSteps.ownNanos(fleet.steps, rank.rank(), step))
                                .sum()));
        assertThat(waits.ranks().stream()
                        .max(Comparator.comparingLong(rank -> rank.parts().ownNanos())))
                .hasValueSatisfying(rank -> assertThat(rank.rank()).isEqualTo(13));
    }

    /** All forward passes, then all backward ones; the stages reduce at the end, when the first stage comes last. */
    @ParameterizedTest
    @CsvSource({"0", "1", "2", "3"})
    void slowStage_ofAPipeline_isChargedThoughOthersComeLast(int slow) {
        int stages = 4;
        int microbatches = 4;
        SimulatedFleet fleet = new SimulatedFleet(7, stages, 1, 30, 0.05 * MILLI);
        int world = fleet.world();
        int[] pairs = IntStream.range(0, stages - 1)
                .map(stage -> fleet.group(stage, stage + 1))
                .toArray();
        for (int step = 0; step < 30; step++) {
            long[] now = new long[stages];
            Arrays.fill(now, step * STEP_NANOS);
            for (int i = 0; i < microbatches; i++) {
                for (int stage = 0; stage < stages; stage++) {
                    if (stage > 0) {
                        message(fleet, step, pairs[stage - 1], stage - 1, i, now);
                    }
                    now[stage] += (stage == slow ? 60 : 10) * MILLI;
                }
            }
            for (int i = 0; i < microbatches; i++) {
                for (int stage = stages - 1; stage >= 0; stage--) {
                    if (stage < stages - 1) {
                        message(fleet, step, pairs[stage], stage + 1, i, now);
                    }
                    now[stage] += (stage == slow ? 60 : 10) * MILLI;
                }
            }
            fleet.collective(step, world, 0, MILLI, now);
        }
        FleetWaits waits = fleet.waits();
        long all = waits.ranks().stream().mapToLong(RankWaits::causedNanos).sum();
        assertThat(mostCharged(waits)).isEqualTo(slow);
        assertThat(waits.ranks().get(slow).causedNanos()).isGreaterThan(all / 2);
    }

    /** Sends when the sender is ready; the receiver goes on when it has come. */
    private static void message(SimulatedFleet fleet, int step, int group, int from, int number, long[] now) {
        int to = fleet.groups.get(group).stream()
                .filter(rank -> rank != from)
                .findFirst()
                .orElseThrow();
        long end = Math.max(now[from], now[to]) + MILLI / 10;
        fleet.record(step, new RankSync(from, group, Collective.SEND, number, 8, now[from], now[from] + MILLI / 10));
        fleet.record(step, new RankSync(to, group, Collective.RECV, number, 8, now[to], end));
        now[from] += MILLI / 10;
        now[to] = end;
    }

    /** Parts of 4 ranks on 2 hosts in 3 steps that contradict each other in every way. */
    private static FleetWaits waitsOfAnyTimes(long seed, long order, TiledSteps steps) {
        Random random = new Random(seed);
        Collective[] kinds = Collective.values();
        List<Integer> stepOf = new ArrayList<>();
        List<RankSync> parts = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            long arrival = random.nextInt(1_000);
            Collective kind = random.nextInt(4) == 0 ? kinds[random.nextInt(kinds.length)] : Collective.BARRIER;
            stepOf.add(random.nextInt(3));
            parts.add(new RankSync(
                    random.nextInt(4),
                    random.nextInt(2),
                    kind,
                    random.nextInt(4),
                    random.nextInt(20) == 0 ? 8 : 0,
                    arrival,
                    arrival + random.nextInt(300) - 5));
        }
        for (int rank = 0; rank < 4; rank++) {
            for (int step = 0; step < 3; step++) {
                steps.set(rank, step, random.nextInt(2_000), FleetSteps.UNKNOWN);
            }
        }
        List<Integer> rows = new ArrayList<>(IntStream.range(0, 60).boxed().toList());
        Collections.shuffle(rows, new Random(order));
        FleetSyncs syncs = new FleetSyncs(steps, 4, List.of(ALL, new SyncGroup("pair", 0, 2)));
        rows.forEach(row -> syncs.add(stepOf.get(row), parts.get(row)));
        return FleetWaits.of(steps, syncs);
    }

    private static TiledSteps fourRanks() {
        return new TiledSteps(
                IntStream.range(0, 4)
                        .mapToObj(rank -> new RankPlace(rank, "host" + rank / 2))
                        .toList(),
                new long[] {0, 1, 2});
    }

    @RepeatedTest(50)
    void parts_ofAnyTimes_addUpToTheStep(RepetitionInfo repetition) {
        TiledSteps steps = fourRanks();
        for (RankWaits rank :
                waitsOfAnyTimes(repetition.getCurrentRepetition(), 1, steps).ranks()) {
            RankStep parts = rank.parts();
            assertThat(List.of(parts.ownNanos(), parts.waitNanos(), parts.transferNanos(), parts.unaccountedNanos()))
                    .allMatch(nanos -> nanos >= 0);
            assertThat(parts.ownNanos() + parts.waitNanos() + parts.transferNanos() + parts.unaccountedNanos())
                    .isEqualTo(IntStream.range(0, 3)
                            .filter(step -> ReadSteps.ownNanos(steps, rank.rank(), step) != FleetSteps.UNKNOWN)
                            .mapToLong(step -> ReadSteps.durationNanos(steps, rank.rank(), step))
                            .sum());
        }
    }

    @RepeatedTest(50)
    void waits_ofAnyTimesInAnyOrder_areTheSame(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        assertThat(waitsOfAnyTimes(seed, 1, fourRanks())).isEqualTo(waitsOfAnyTimes(seed, 2, fourRanks()));
    }

    @Test
    void ownTime_thatIsKnown_staysAsItIs() {
        TiledSteps steps = new TiledSteps(List.of(new RankPlace(0, "a"), new RankPlace(1, "a")), new long[1]);
        steps.set(0, 0, 100, 60);
        FleetSyncs syncs = new FleetSyncs(steps, 2, List.of(ALL));
        syncs.add(0, new RankSync(0, 0, Collective.BARRIER, 0, 0, 10, 30));
        syncs.add(0, new RankSync(1, 0, Collective.BARRIER, 0, 0, 25, 30));
        assertThat(FleetWaits.of(steps, syncs).ranks().get(0).parts()).isEqualTo(new RankStep(60, 15, 5, 20));
    }

    @Test
    void collective_withoutOneOfAHundredRanks_isKnown() {
        TiledSteps steps = new TiledSteps(
                IntStream.range(0, 99)
                        .mapToObj(rank -> new RankPlace(rank, "a"))
                        .toList(),
                new long[1]);
        FleetSyncs syncs = new FleetSyncs(steps, 100, List.of(ALL));
        for (int rank = 0; rank < 99; rank++) {
            syncs.add(0, new RankSync(rank, 0, Collective.BARRIER, 0, 0, rank, 100));
        }
        FleetWaits waits = FleetWaits.of(steps, syncs);
        assertThat(waits.collectives()).isEqualTo(1);
        assertThat(waits.leftOut()).isEmpty();
    }

    @Test
    void step_withoutCollectives_hasNoOwnTime() {
        TiledSteps steps = new TiledSteps(List.of(new RankPlace(0, "a"), new RankPlace(1, "a")), new long[1]);
        steps.set(0, 0, 100, FleetSteps.UNKNOWN);
        steps.set(1, 0, 100, FleetSteps.UNKNOWN);
        FleetSyncs syncs = new FleetSyncs(steps, 2, List.of(ALL));
        syncs.add(0, new RankSync(0, 0, Collective.ALL_REDUCE, 0, 8, 10, 30));
        FleetWaits waits = FleetWaits.of(steps, syncs);
        assertThat(waits.collectives()).isZero();
        assertThat(waits.leftOut()).isEqualTo(Map.of(SyncProblem.RANK_MISSING, 1L));
        assertThat(waits.ranks().get(0).parts()).isEqualTo(new RankStep(80, 0, 0, 20));
        assertThat(ReadSteps.ownNanos(steps, 0, 0)).isEqualTo(80);
        assertThat(ReadSteps.ownNanos(steps, 1, 0)).isEqualTo(FleetSteps.UNKNOWN);
    }

    @Test
    void collectives_ofHostsThatMeetSeldom_areLeftOut() {
        SimulatedFleet fleet = new SimulatedFleet(1, 2, 1, 1, 0);
        int world = fleet.world();
        for (int number = 0; number < 4; number++) {
            fleet.collective(0, world, number, 10, 100L * number, 100L * number + 50);
        }
        assertThat(fleet.waits().leftOut()).isEqualTo(Map.of(SyncProblem.CLOCK_UNKNOWN, 8L));
    }

    @ParameterizedTest
    @CsvSource({"BROADCAST, 5, LEAVES_EARLY", "SEND, 5, NO_PAIR", "ALL_REDUCE, -5, ENDS_EARLY"})
    void part_thatCannotBeUsed_isCountedByReason(Collective kind, long end, SyncProblem problem) {
        TiledSteps steps = new TiledSteps(List.of(new RankPlace(0, "a"), new RankPlace(1, "a")), new long[1]);
        FleetSyncs syncs = new FleetSyncs(steps, 3, List.of(ALL));
        syncs.add(0, new RankSync(0, 0, kind, 0, 8, 0, end));
        assertThat(FleetWaits.of(steps, syncs).leftOut()).isEqualTo(Map.of(problem, 1L));
    }

    @ParameterizedTest
    @CsvSource({"131072, 0, 0", "0, 0, 10000000000001", "0, 2305843009213693952, 2305843009213693952"})
    void part_outOfRange_isCounted(int number, long arrival, long end) {
        TiledSteps steps = new TiledSteps(List.of(new RankPlace(0, "a"), new RankPlace(1, "a")), new long[1]);
        FleetSyncs syncs = new FleetSyncs(steps, 2, List.of(ALL));
        syncs.add(0, new RankSync(0, 0, Collective.BARRIER, number, 8, arrival, end));
        assertThat(FleetWaits.of(steps, syncs).leftOut()).isEqualTo(Map.of(SyncProblem.OUT_OF_RANGE, 1L));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0, 0, 'step = 1 is not allowed: must be 0 to 0'",
        "0, 2, 0, 'rank = 2 is not allowed: must be 0 to 1'",
        "0, 0, 1, 'group = 1 is not allowed: must be 0 to 0'"
    })
    void part_ofAnUnknownPlace_fails(int step, int rank, int group, String message) {
        TiledSteps steps = new TiledSteps(List.of(new RankPlace(0, "a"), new RankPlace(1, "a")), new long[1]);
        FleetSyncs syncs = new FleetSyncs(steps, 2, List.of(ALL));
        assertThatThrownBy(() -> syncs.add(step, new RankSync(rank, group, Collective.BARRIER, 0, 0, 0, 0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
