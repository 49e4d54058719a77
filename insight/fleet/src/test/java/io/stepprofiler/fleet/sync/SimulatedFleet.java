package io.stepprofiler.fleet.sync;

import io.stepprofiler.event.Collective;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.TiledSteps;
import io.stepprofiler.ledger.SyncGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Ranks on hosts whose clocks are wrong, and the collectives that they record. */
final class SimulatedFleet {
    private static final double OFFSET_NANOS = 500e6;
    private static final double DRIFT = 50e-6;

    private static final long JUMP_NANOS = 5_000_000_000L;

    private final Random random;
    private final int ranksOfHost;
    private final double[] offsets;
    private final double[] drifts;
    private final double noiseNanos;
    final TiledSteps steps;
    /** Ranks of each group. */
    final List<List<Integer>> groups = new ArrayList<>();

    private final List<Integer> stepOf = new ArrayList<>();
    private final List<RankSync> syncs = new ArrayList<>();

    private int jumping = -1;
    private long jumpNanos;

    SimulatedFleet(long seed, int hosts, int ranksOfHost, int steps, double noiseNanos) {
        random = new Random(seed);
        this.ranksOfHost = ranksOfHost;
        this.noiseNanos = noiseNanos;
        offsets = random.doubles(hosts, -OFFSET_NANOS, OFFSET_NANOS).toArray();
        drifts = random.doubles(hosts, -DRIFT, DRIFT).toArray();
        this.steps = new TiledSteps(
                IntStream.range(0, hosts * ranksOfHost)
                        .mapToObj(rank -> new RankPlace(rank, "host" + rank / ranksOfHost))
                        .toList(),
                LongStream.range(0, steps).toArray());
    }

    int group(Integer... ranks) {
        groups.add(List.of(ranks));
        return groups.size() - 1;
    }

    int world() {
        return group(IntStream.range(0, steps.places().size()).boxed().toArray(Integer[]::new));
    }

    /** Returns the reading of a host's clock. */
    long read(int host, long trueNanos) {
        return trueNanos
                + Math.round(offsets[host] + drifts[host] * trueNanos)
                + (host == jumping && trueNanos >= jumpNanos ? JUMP_NANOS : 0);
    }

    /** Lets the clock of a host jump by five seconds at a time. */
    void jump(int host, long trueNanos) {
        jumping = host;
        jumpNanos = trueNanos;
    }

    long gaussian(double sigma) {
        return Math.round(sigma * random.nextGaussian());
    }

    /** Records a rank's part at true times; the end is off by the noise. */
    void record(int step, RankSync trueSync) {
        int host = trueSync.rank() / ranksOfHost;
        long arrival = read(host, trueSync.arrivalNanos());
        stepOf.add(step);
        syncs.add(new RankSync(
                trueSync.rank(),
                trueSync.group(),
                trueSync.kind(),
                trueSync.number(),
                trueSync.bytes(),
                arrival,
                Math.max(arrival, read(host, trueSync.endNanos() + gaussian(noiseNanos)))));
    }

    /** Records a collective of all ranks of a group, which ends some time after the last arrival; returns the end. */
    long collective(int step, int group, int number, long transferNanos, long... arrivals) {
        long end = LongStream.of(arrivals).max().orElseThrow() + transferNanos;
        List<Integer> ranks = groups.get(group);
        for (int i = 0; i < arrivals.length; i++) {
            record(step, new RankSync(ranks.get(i), group, Collective.ALL_REDUCE, number, 1 << 20, arrivals[i], end));
        }
        return end;
    }

    /** Returns all collectives, added in an order by the seed. */
    FleetSyncs syncs(long seed) {
        Random order = new Random(seed);
        int[] rows = IntStream.range(0, syncs.size()).toArray();
        for (int i = rows.length - 1; i > 0; i--) {
            int other = order.nextInt(i + 1);
            int row = rows[i];
            rows[i] = rows[other];
            rows[other] = row;
        }
        // The names sort like the indexes.
        FleetSyncs all = new FleetSyncs(
                steps,
                steps.places().size(),
                IntStream.range(0, groups.size())
                        .mapToObj(group -> new SyncGroup(
                                "g" + (char) ('a' + group),
                                groups.get(group).stream()
                                        .mapToInt(Integer::intValue)
                                        .min()
                                        .orElse(0),
                                groups.get(group).size()))
                        .toList());
        for (int row : rows) {
            all.add(stepOf.get(row), syncs.get(row));
        }
        return all;
    }

    FleetWaits waits() {
        return FleetWaits.of(steps, syncs(1));
    }
}
