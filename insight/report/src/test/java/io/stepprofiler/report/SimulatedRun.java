package io.stepprofiler.report;

import io.stepprofiler.event.Collective;
import io.stepprofiler.fleet.FleetLedgers;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.TiledSteps;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.fleet.report.UnreadLedger;
import io.stepprofiler.fleet.sync.FleetSyncs;
import io.stepprofiler.fleet.sync.RankSync;
import io.stepprofiler.ledger.LedgerLosses;
import io.stepprofiler.ledger.StepValue;
import io.stepprofiler.ledger.SyncGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Ranks that reduce at the end of each step: 100 ms of own work with normal noise, unless it is set otherwise, then
 * 8 ms of transfer after the last arrival. Steps are counted from 1,000.
 */
public final class SimulatedRun {
    /** Own time of a usual step. */
    public static final long STEP_NANOS = 100_000_000;

    private static final long TRANSFER_NANOS = 8_000_000;

    private final List<RankPlace> places;
    private final long[][] own;
    private final List<UnreadLedger> unread = new ArrayList<>();
    private final TiledSteps steps;
    private int worldSize;

    /** Healthy ranks at some places. */
    public SimulatedRun(int ranks, int steps, double noise, IntFunction<RankPlace> place) {
        SplittableRandom random = new SplittableRandom(1);
        places = IntStream.range(0, ranks).mapToObj(place).toList();
        own = new long[ranks][steps];
        for (long[] rank : own) {
            Arrays.setAll(rank, step -> Math.round(STEP_NANOS * (1 + noise * random.nextGaussian())));
        }
        this.steps =
                new TiledSteps(places, LongStream.range(1_000, 1_000 + steps).toArray());
        worldSize = ranks;
    }

    /** Makes steps of a rank longer by a part of the usual step. */
    public SimulatedRun slow(int rank, int from, int to, double part) {
        for (int step = from; step < to; step++) {
            own[rank][step] += Math.round(part * STEP_NANOS);
        }
        return this;
    }

    /** Makes all steps of a rank longer by a part of the usual step. */
    public SimulatedRun slow(int rank, double part) {
        return slow(rank, 0, own[rank].length, part);
    }

    /** Sets a value of some steps of a rank. */
    public SimulatedRun value(StepValue value, int rank, int from, int to, long figure) {
        for (int step = from; step < to; step++) {
            steps.set(value, rank, step, figure);
        }
        return this;
    }

    /** Adds ranks without a ledger. */
    public SimulatedRun missing(int ranks) {
        worldSize += ranks;
        return this;
    }

    /** Adds a file that cannot be read. */
    public SimulatedRun unread(String path, String reason) {
        unread.add(new UnreadLedger(path, reason));
        return this;
    }

    /** Returns the own time of a step. */
    public long ownNanos(int rank, int step) {
        return own[rank][step];
    }

    /** Returns the steps, with own times. */
    public TiledSteps steps() {
        for (int step = 0; step < steps.numbers().length; step++) {
            long wall = last(step) + TRANSFER_NANOS;
            for (int rank = 0; rank < own.length; rank++) {
                steps.set(rank, step, wall, own[rank][step]);
            }
        }
        return steps;
    }

    private long last(int step) {
        return Arrays.stream(own).mapToLong(rank -> rank[step]).max().orElse(0);
    }

    /** Returns the report without collectives. */
    public FleetReport report() {
        return report(Optional.empty());
    }

    /** Returns the report with the all-reduce of each step, on clocks of the hosts that differ. */
    public FleetReport reportWithCollectives() {
        TiledSteps known = steps();
        FleetSyncs syncs = new FleetSyncs(known, own.length, List.of(new SyncGroup("", 0, 0)));
        long start = 0;
        for (int step = 0; step < known.numbers().length; step++) {
            long end = start + last(step) + TRANSFER_NANOS;
            for (int rank = 0; rank < own.length; rank++) {
                long clock = 1_000_000L * (places.get(rank).host().hashCode() % 1_000);
                syncs.add(
                        step,
                        new RankSync(
                                rank,
                                0,
                                Collective.ALL_REDUCE,
                                0,
                                1 << 20,
                                clock + start + own[rank][step],
                                clock + end + (rank * 7919L + step * 104_729L) % 20_000));
            }
            start = end;
        }
        return report(Optional.of(syncs));
    }

    private FleetReport report(Optional<FleetSyncs> syncs) {
        return FleetReport.of(new FleetLedgers(steps(), worldSize, 0, 0, LedgerLosses.NONE), syncs, unread);
    }
}
