package io.stepprofiler.fleet;

import io.stepprofiler.ledger.StepValue;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Steps of the ranks of a run, in a column of ranks by steps for each figure. Times are nanoseconds. A figure that is
 * not known is {@link #UNKNOWN}: a rank may lack a step, and a step a figure. Takes 8 bytes for each known figure. Not
 * safe for threads while it is filled.
 */
public final class FleetSteps {
    /** A figure that is not known: {@value}. */
    public static final long UNKNOWN = -1;

    /** Largest number of ranks: {@value}. */
    public static final int MOST_RANKS = 100_000;

    /** Largest number of steps: {@value}. */
    public static final int MOST_STEPS = 100_000;

    /** Largest number of ranks times steps: {@value}. */
    public static final int MOST_RANK_STEPS = 200_000_000;

    /** Largest figure, 2.8 hours as a time: sums over all ranks, or over all steps, fit a long. */
    public static final long MOST_FIGURE = 10_000_000_000_000L;

    private final List<RankPlace> places;
    private final long[] numbers;
    private final long[][] durations;
    private final long[][] own;
    private final Map<StepValue, long[][]> values = new EnumMap<>(StepValue.class);

    /**
     * Steps without figures.
     *
     * @param places the ranks, by increasing number
     * @param numbers numbers of the steps, increasing
     * @throws IllegalArgumentException if there are more than the limits above
     */
    public FleetSteps(List<RankPlace> places, long[] numbers) {
        atMost("ranks", places.size(), MOST_RANKS);
        atMost("steps", numbers.length, MOST_STEPS);
        atMost("ranks times steps", (long) places.size() * numbers.length, MOST_RANK_STEPS);
        this.places = List.copyOf(places);
        this.numbers = numbers.clone();
        durations = column();
        own = column();
    }

    private static long atMost(String name, long value, long limit) {
        if (value > limit) {
            throw new IllegalArgumentException(name + " = " + value + " is not allowed: must be at most " + limit);
        }
        return value;
    }

    private long[][] column() {
        long[][] column = new long[places.size()][numbers.length];
        for (long[] rank : column) {
            Arrays.fill(rank, UNKNOWN);
        }
        return column;
    }

    /**
     * Sets the times of a step.
     *
     * @param rank index of the rank in {@link #places()}
     * @param step index of the step, 0 to {@link #steps()} - 1
     * @param durationNanos its duration
     * @param ownNanos its duration without waits for other ranks; {@link #UNKNOWN} if it is not known
     * @throws IllegalArgumentException if a time is above {@link #MOST_FIGURE}
     */
    public void set(int rank, int step, long durationNanos, long ownNanos) {
        durations[rank][step] = atMost("durationNanos", durationNanos, MOST_FIGURE);
        own[rank][step] = atMost("ownNanos", ownNanos, MOST_FIGURE);
    }

    /**
     * Sets a value of a step.
     *
     * @param value the column
     * @param rank index of the rank
     * @param step index of the step
     * @param figure the value, 0 or more; {@link #UNKNOWN} if it is not known
     * @throws IllegalArgumentException if it is above {@link #MOST_FIGURE}
     */
    public void set(StepValue value, int rank, int step, long figure) {
        values.computeIfAbsent(value, any -> column())[rank][step] = atMost(value.name(), figure, MOST_FIGURE);
    }

    /** {@return the ranks, by increasing number} */
    public List<RankPlace> places() {
        return places;
    }

    /** {@return the number of steps} */
    public int steps() {
        return numbers.length;
    }

    /** {@return the numbers of the steps, as the training counts, increasing} */
    public long[] numbers() {
        return numbers.clone();
    }

    /**
     * {@return the number of a step, as the training counts}
     *
     * @param step index of the step
     */
    public long number(int step) {
        return numbers[step];
    }

    /**
     * {@return the duration of a step}
     *
     * @param rank index of the rank
     * @param step index of the step
     */
    public long durationNanos(int rank, int step) {
        return durations[rank][step];
    }

    /**
     * {@return the duration of a step without waits for other ranks}
     *
     * @param rank index of the rank
     * @param step index of the step
     */
    public long ownNanos(int rank, int step) {
        return own[rank][step];
    }

    /**
     * {@return a value of a step}
     *
     * @param value the column
     * @param rank index of the rank
     * @param step index of the step
     */
    public long value(StepValue value, int rank, int step) {
        long[][] column = values.get(value);
        return column == null ? UNKNOWN : column[rank][step];
    }
}
