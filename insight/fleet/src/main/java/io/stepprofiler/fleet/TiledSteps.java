package io.stepprofiler.fleet;

import io.stepprofiler.ledger.StepValue;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Steps of the ranks of a run in this process. A figure takes 8 bytes; a column, in tiles of all ranks by some steps,
 * is on the heap as long as it is small, and in a temporary file otherwise. Not safe for threads.
 */
public final class TiledSteps implements FleetSteps {
    /** Steps of a tile at least, so that both directions read neighbours. */
    private static final int LEAST_STEPS = 64;

    private static final int TILE_FIGURES = 1 << 19;
    private static final int DURATION = 0;
    private static final int OWN = 1;
    private static final int VALUES = 2;

    private final List<RankPlace> places;
    private final long[] numbers;
    private final int tileSteps;
    private final TileRoom room;
    private final @Nullable LongBuffer[][] columns;

    /**
     * Steps without figures.
     *
     * @param places the ranks, by increasing number
     * @param numbers numbers of the steps, increasing
     * @throws IllegalArgumentException if there are more than {@link #MOST_RANKS} ranks
     */
    public TiledSteps(List<RankPlace> places, long[] numbers) {
        this(places, numbers, Runtime.getRuntime().maxMemory() / 8);
    }

    /** Steps of which a number of bytes is on the heap. */
    TiledSteps(List<RankPlace> places, long[] numbers, long heapBytes) {
        atMost("ranks", places.size(), MOST_RANKS);
        this.places = List.copyOf(places);
        this.numbers = numbers.clone();
        tileSteps =
                Math.min(Math.max(1, numbers.length), Math.max(LEAST_STEPS, TILE_FIGURES / Math.max(1, places.size())));
        room = new TileRoom(heapBytes);
        columns = new LongBuffer[VALUES + StepValue.values().length][(numbers.length + tileSteps - 1) / tileSteps];
    }

    private static long atMost(String name, long value, long limit) {
        if (value > limit) {
            throw new IllegalArgumentException(name + " = " + value + " is not allowed: must be at most " + limit);
        }
        return value;
    }

    @SuppressWarnings("EnumOrdinal") // A place in the array.
    private static int column(StepValue value) {
        return VALUES + value.ordinal();
    }

    private void set(int column, int rank, int step, long figure) {
        LongBuffer tile = columns[column][step / tileSteps];
        if (tile == null && figure != UNKNOWN) {
            tile = room.tile(places.size() * tileSteps);
            columns[column][step / tileSteps] = tile;
        }
        if (tile != null) {
            tile.put(rank * tileSteps + step % tileSteps, figure);
        }
    }

    private long get(int column, int rank, int step) {
        LongBuffer tile = columns[column][step / tileSteps];
        return tile == null ? UNKNOWN : tile.get(rank * tileSteps + step % tileSteps);
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
        set(DURATION, rank, step, atMost("durationNanos", durationNanos, MOST_FIGURE));
        set(OWN, rank, step, atMost("ownNanos", ownNanos, MOST_FIGURE));
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
        set(column(value), rank, step, atMost(value.name(), figure, MOST_FIGURE));
    }

    /** Sets all figures of a rank. */
    void set(RankColumns rank) {
        set(DURATION, rank.rank(), rank.durations());
        set(OWN, rank.rank(), rank.own());
        for (StepValue value : StepValue.values()) {
            set(column(value), rank.rank(), rank.values(value));
        }
    }

    private void set(int column, int rank, long[] figures) {
        for (int step = 0; step < figures.length; step++) {
            set(column, rank, step, figures[step]);
        }
    }

    @Override
    public void setOwn(int step, long[] nanos) {
        for (int rank = 0; rank < nanos.length; rank++) {
            if (nanos[rank] != UNKNOWN) {
                set(OWN, rank, step, nanos[rank]);
            }
        }
    }

    @Override
    public List<RankPlace> places() {
        return places;
    }

    @Override
    public int steps() {
        return numbers.length;
    }

    @Override
    public long[] numbers() {
        return numbers.clone();
    }

    @Override
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
        return get(DURATION, rank, step);
    }

    /**
     * {@return the duration of a step without waits for other ranks}
     *
     * @param rank index of the rank
     * @param step index of the step
     */
    public long ownNanos(int rank, int step) {
        return get(OWN, rank, step);
    }

    /**
     * {@return a value of a step}
     *
     * @param value the column
     * @param rank index of the rank
     * @param step index of the step
     */
    public long value(StepValue value, int rank, int step) {
        return get(column(value), rank, step);
    }

    @Override
    public <T> List<T> byRank(int[] ranks, OfRank<T> function) {
        return IntStream.of(ranks).mapToObj(rank -> function.of(new Rank(rank))).toList();
    }

    @Override
    public <T> List<T> byStep(int[] steps, int together, OfSteps<T> function) {
        List<T> results = new ArrayList<>();
        for (int first = 0; first < steps.length; first += together) {
            results.add(function.of(new Block(steps, first, Math.min(together, steps.length - first))));
        }
        return results;
    }

    /** Figures of a rank. */
    private final class Rank implements RankColumns {
        private final int rank;

        Rank(int rank) {
            this.rank = rank;
        }

        @Override
        public int rank() {
            return rank;
        }

        @Override
        public long[] durations() {
            return column(DURATION);
        }

        @Override
        public long[] own() {
            return column(OWN);
        }

        @Override
        public long[] values(StepValue value) {
            int column = TiledSteps.column(value);
            boolean isKnown = Arrays.stream(columns[column]).anyMatch(tile -> tile != null);
            return isKnown ? column(column) : new long[0];
        }

        private long[] column(int column) {
            long[] figures = new long[numbers.length];
            for (int from = 0; from < figures.length; from += tileSteps) {
                int size = Math.min(tileSteps, figures.length - from);
                LongBuffer tile = columns[column][from / tileSteps];
                if (tile == null) {
                    Arrays.fill(figures, from, from + size, UNKNOWN);
                } else {
                    tile.get(rank * tileSteps, figures, from, size);
                }
            }
            return figures;
        }
    }

    /** Figures of some steps. */
    private final class Block implements StepBlock {
        private final int[] steps;
        private final int first;
        private final int size;

        Block(int[] steps, int first, int size) {
            this.steps = steps;
            this.first = first;
            this.size = size;
        }

        @Override
        public int first() {
            return first;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public long[] durations(int step) {
            return row(DURATION, step);
        }

        @Override
        public long[] own(int step) {
            return row(OWN, step);
        }

        @Override
        public long[] pauses(int step) {
            return row(TiledSteps.column(StepValue.PAUSE_NANOS), step);
        }

        private long[] row(int column, int step) {
            long[] row = new long[places.size()];
            Arrays.setAll(row, rank -> get(column, rank, steps[first + step]));
            return row;
        }
    }
}
