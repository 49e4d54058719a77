package io.stepprofiler.fleet;

import io.stepprofiler.ledger.StepValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Steps of ranks that wait for the slowest one: 100 ms of own time with normal noise, and 10 ms in collectives, unless
 * it is set otherwise. Ranks are on hosts of eight.
 */
public final class SimulatedFleet {
    /** Own time of a usual step. */
    public static final long STEP_NANOS = 100_000_000;

    private static final long COLLECTIVE_NANOS = 10_000_000;

    private final List<RankPlace> places;
    private final double[][] times;
    private final List<Column> columns = new ArrayList<>();

    private record Column(StepValue value, int rank, int step, long figure) {}

    /** Healthy ranks. */
    public SimulatedFleet(int ranks, int steps, double noise, long seed) {
        this(ranks, steps, noise, seed, rank -> new RankPlace(rank, "h" + rank / 8));
    }

    /** Healthy ranks at given places. */
    public SimulatedFleet(int ranks, int steps, double noise, long seed, IntFunction<RankPlace> place) {
        SplittableRandom random = new SplittableRandom(seed);
        places = IntStream.range(0, ranks).mapToObj(place).toList();
        times = new double[ranks][steps];
        for (double[] rank : times) {
            Arrays.setAll(rank, step -> STEP_NANOS * (1 + noise * random.nextGaussian()));
        }
    }

    /** Makes all steps of a rank longer by a part of the usual step. */
    public SimulatedFleet slow(int rank, double part) {
        return slow(rank, 0, times[0].length, part);
    }

    /** Makes steps of a rank longer by a part of the usual step. */
    public SimulatedFleet slow(int rank, int from, int to, double part) {
        for (int step = from; step < to; step++) {
            times[rank][step] += part * STEP_NANOS;
        }
        return this;
    }

    /** Sets a value of all steps of a rank. */
    public SimulatedFleet value(StepValue value, int rank, long figure) {
        for (int step = 0; step < times[0].length; step++) {
            value(value, rank, step, figure);
        }
        return this;
    }

    /** Sets a value of all steps of all ranks. */
    public SimulatedFleet values(StepValue value, long figure) {
        for (int rank = 0; rank < times.length; rank++) {
            value(value, rank, figure);
        }
        return this;
    }

    /** Sets a value of a step. */
    public SimulatedFleet value(StepValue value, int rank, int step, long figure) {
        columns.add(new Column(value, rank, step, figure));
        return this;
    }

    /** The steps, with own times. */
    public TiledSteps steps() {
        return steps(true);
    }

    /** The steps, with or without own times. */
    public TiledSteps steps(boolean isMarked) {
        TiledSteps steps = new TiledSteps(
                places, IntStream.range(0, times[0].length).asLongStream().toArray());
        for (int step = 0; step < times[0].length; step++) {
            int at = step;
            long longest = Arrays.stream(times)
                    .mapToLong(rank -> Math.round(rank[at]))
                    .max()
                    .orElseThrow();
            for (int rank = 0; rank < times.length; rank++) {
                steps.set(
                        rank,
                        step,
                        longest + COLLECTIVE_NANOS,
                        isMarked ? Math.round(times[rank][step]) : FleetSteps.UNKNOWN);
            }
        }
        columns.forEach(column -> steps.set(column.value, column.rank, column.step, column.figure));
        return steps;
    }
}
