package io.stepprofiler.benchmarks.fleet;

import io.stepprofiler.event.Collective;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.TiledSteps;
import io.stepprofiler.fleet.sync.FleetSyncs;
import io.stepprofiler.fleet.sync.FleetWaits;
import io.stepprofiler.fleet.sync.HostClock;
import io.stepprofiler.fleet.sync.RankSync;
import io.stepprofiler.fleet.sync.RankWaits;
import io.stepprofiler.ledger.SyncGroup;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Prints, as a Markdown table, the error of the clocks that are fitted by collectives, and how often the charge of
 * waits finds a late rank behind them. Offsets are up to 500 ms, drifts up to 50 ppm, ends differ by 0.05 ms (one
 * standard deviation); one rank is late by 5 % of a step of a second.
 *
 * <p>Run {@code java -cp benchmarks/target/benchmarks.jar io.stepprofiler.benchmarks.fleet.ClockErrors 20 1}. The
 * arguments are the number of fleets of each kind, and the seed.
 */
public final class ClockErrors {
    private static final int STEPS = 200;
    private static final int RANKS_OF_HOST = 4;
    private static final long STEP_NANOS = 1_000_000_000;
    private static final double OFFSET = 500e6;
    private static final double DRIFT = 50e-6;
    private static final double NOISE = 50e3;
    private static final double WORK = 10e6;
    private static final long LATE = STEP_NANOS / 20;
    private static final double LIMIT = 500e3;

    /** Groups of the hosts' ranks that communicate. */
    private enum Topology {
        /** All ranks reduce together. */
        WORLD,
        /** The ranks of each host and of the next one reduce. */
        CHAIN;

        /** Returns the first rank of each group. */
        int[] firstRanks(int hosts) {
            return this == WORLD
                    ? new int[1]
                    : IntStream.range(0, hosts - 1)
                            .map(host -> host * RANKS_OF_HOST)
                            .toArray();
        }

        int size(int hosts) {
            return (this == WORLD ? hosts : 2) * RANKS_OF_HOST;
        }
    }

    private final Random random;
    private final double[] offsets;
    private final double[] drifts;
    private final int late;
    private final FleetWaits waits;

    private ClockErrors(long seed, int hosts, Topology topology) {
        random = new Random(seed);
        offsets = random.doubles(hosts, -OFFSET, OFFSET).toArray();
        drifts = random.doubles(hosts, -DRIFT, DRIFT).toArray();
        // On the first hosts: at the end of a chain, the waits of all others would hide it.
        late = random.nextInt(2 * RANKS_OF_HOST);
        TiledSteps steps = new TiledSteps(
                IntStream.range(0, hosts * RANKS_OF_HOST)
                        .mapToObj(rank -> new RankPlace(rank, "host" + rank / RANKS_OF_HOST))
                        .toList(),
                LongStream.range(0, STEPS).toArray());
        int[] firstRanks = topology.firstRanks(hosts);
        int size = topology.size(hosts);
        FleetSyncs syncs = new FleetSyncs(
                steps,
                hosts * RANKS_OF_HOST,
                IntStream.of(firstRanks)
                        .mapToObj(rank -> new SyncGroup("", rank, size))
                        .toList());
        for (int step = 0; step < STEPS; step++) {
            run(steps, syncs, step, size, firstRanks);
        }
        waits = FleetWaits.of(steps, syncs);
    }

    /** Runs the collectives of a step one after the other: a rank of two groups comes to the second from the first. */
    private void run(TiledSteps steps, FleetSyncs syncs, int step, int size, int... firstRanks) {
        long[] now = new long[steps.places().size()];
        for (int rank = 0; rank < now.length; rank++) {
            now[rank] = step * STEP_NANOS + gaussian(WORK) + (rank == late ? LATE : 0);
            steps.set(rank, step, STEP_NANOS, FleetSteps.UNKNOWN);
        }
        for (int first : firstRanks) {
            int group = syncs.index(new SyncGroup("", first, size));
            long end = Arrays.stream(now, first, first + size).max().orElseThrow() + 1_000_000;
            for (int rank = first; rank < first + size; rank++) {
                int host = rank / RANKS_OF_HOST;
                long arrival = read(host, now[rank]);
                now[rank] = end + gaussian(NOISE);
                syncs.add(
                        step,
                        new RankSync(rank, group, Collective.ALL_REDUCE, 0, 1 << 20, arrival, read(host, now[rank])));
            }
        }
    }

    private long gaussian(double sigma) {
        return Math.round(sigma * random.nextGaussian());
    }

    private long read(int host, long nanos) {
        return nanos + Math.round(offsets[host] + drifts[host] * nanos);
    }

    /** Returns the largest difference between the common times of two hosts at one time. */
    private long error() {
        List<HostClock> clocks = waits.clocks().clocks();
        return IntStream.rangeClosed(0, 4)
                .mapToLong(quarter -> {
                    long now = quarter * (STEPS * STEP_NANOS / 4);
                    long[] common = IntStream.range(0, clocks.size())
                            .mapToLong(host -> clocks.get(host).common(read(host, now)))
                            .sorted()
                            .toArray();
                    return common[common.length - 1] - common[0];
                })
                .max()
                .orElseThrow();
    }

    private boolean isFound() {
        return waits.ranks().stream()
                .max(Comparator.comparingLong(RankWaits::causedNanos))
                .filter(rank -> rank.rank() == late)
                .isPresent();
    }

    /** Prints the table. */
    public static void main(String[] arguments) {
        int fleets = Integer.parseInt(arguments[0]);
        long seed = Long.parseLong(arguments[1]);
        System.out.println(
                "| groups | hosts | worst error (µs) | within 3 σ of the ends | within 0.5 ms | late rank found |");
        System.out.println("|---|---|---|---|---|---|");
        for (Topology topology : Topology.values()) {
            for (int hosts : new int[] {4, 16, 64}) {
                long worst = 0;
                int withinSigma = 0;
                int withinLimit = 0;
                int found = 0;
                for (int i = 0; i < fleets; i++) {
                    ClockErrors fleet = new ClockErrors(seed + i, hosts, topology);
                    long error = fleet.error();
                    worst = Math.max(worst, error);
                    withinSigma += error <= 3 * NOISE ? 1 : 0;
                    withinLimit += error <= LIMIT ? 1 : 0;
                    found += fleet.isFound() ? 1 : 0;
                }
                System.out.printf(
                        Locale.ROOT,
                        "| %s | %d | %.1f | %d of %d | %d of %d | %d of %d |%n",
                        topology,
                        hosts,
                        worst / 1e3,
                        withinSigma,
                        fleets,
                        withinLimit,
                        fleets,
                        found,
                        fleets);
            }
        }
    }
}
