package io.stepprofiler.fleet;

import io.stepprofiler.ledger.StepValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Steps of the ranks of a run in this process. A known figure takes 8 bytes. A tile has a figure of all ranks in some
 * steps; the first tiles are on the heap, the others in a temporary file without a name. Not safe for threads.
 */
public final class TiledSteps implements FleetSteps {
    /** Steps of a rank that are neighbours in a tile, as a power of two: a line of the processor's cache. */
    private static final int LINE = 3;

    private static final int TILE_FIGURES = 1 << 22;
    private static final int DURATION = 0;
    private static final int OWN = 1;
    private static final int VALUES = 2;

    private final List<RankPlace> places;
    private final long[] numbers;
    private final int shift;
    private final @Nullable LongBuffer[][] tiles;
    private long heapBytes;
    private @Nullable FileChannel file;

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
        this.heapBytes = heapBytes;
        int steps = Math.max(1 << LINE, Math.min(numbers.length, TILE_FIGURES / Math.max(1, places.size())));
        shift = Integer.SIZE - Integer.numberOfLeadingZeros(steps - 1);
        tiles = new LongBuffer[VALUES + StepValue.values().length][((numbers.length - 1) >> shift) + 1];
    }

    private static long atMost(String name, long value, long limit) {
        if (value > limit) {
            throw new IllegalArgumentException(name + " = " + value + " is not allowed: must be at most " + limit);
        }
        return value;
    }

    /**
     * Sets the times of a step.
     *
     * @param rank index of the rank in {@link #places()}
     * @param step index of the step
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

    @Override
    public void setOwn(int step, long[] nanos) {
        for (int rank = 0; rank < nanos.length; rank++) {
            if (nanos[rank] != UNKNOWN) {
                set(OWN, rank, step, nanos[rank]);
            }
        }
    }

    @SuppressWarnings("EnumOrdinal") // A place in the array.
    private static int column(StepValue value) {
        return VALUES + value.ordinal();
    }

    private void set(int column, int rank, int step, long figure) {
        LongBuffer tile = tiles[column][step >> shift];
        if (tile == null && figure != UNKNOWN) {
            tile = tile();
            tiles[column][step >> shift] = tile;
        }
        if (tile != null) {
            tile.put(at(rank, step), figure);
        }
    }

    private int at(int rank, int step) {
        int line = (step & ((1 << shift) - 1)) >> LINE;
        return ((line * places.size() + rank) << LINE) + (step & ((1 << LINE) - 1));
    }

    private LongBuffer tile() {
        int figures = places.size() << shift;
        if ((long) figures * Long.BYTES <= heapBytes) {
            heapBytes -= (long) figures * Long.BYTES;
            long[] tile = new long[figures];
            Arrays.fill(tile, UNKNOWN);
            return LongBuffer.wrap(tile);
        }
        Path directory = Path.of(System.getProperty("java.io.tmpdir"));
        try {
            return mapped(directory, (long) figures * Long.BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    new IOException(directory + " cannot hold the steps of all ranks: " + e.getMessage(), e));
        }
    }

    private LongBuffer mapped(Path directory, long bytes) throws IOException {
        FileChannel known = file;
        if (known == null) {
            known = FileChannel.open(
                    Files.createTempFile(directory, "stepprof", ".tiles"),
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.DELETE_ON_CLOSE);
            file = known;
        }
        long from = known.size();
        byte[] unknown = new byte[1 << 16];
        Arrays.fill(unknown, (byte) UNKNOWN);
        // Written: in the hole of a mapped file, a full disk would be a fault of the virtual machine.
        for (long left = bytes; left > 0; ) {
            left -= known.write(ByteBuffer.wrap(unknown, 0, (int) Math.min(unknown.length, left)), from + bytes - left);
        }
        return known.map(FileChannel.MapMode.READ_WRITE, from, bytes)
                .order(ByteOrder.nativeOrder())
                .asLongBuffer();
    }

    @Override
    public List<RankPlace> places() {
        return places;
    }

    @Override
    public long[] numbers() {
        return numbers.clone();
    }

    @Override
    public <T> List<T> byRank(int[] ranks, Reduction<Figures, T> function) {
        return IntStream.of(ranks)
                .mapToObj(rank -> function.of(new Line(
                        rank, column -> figures(column, numbers.length, step -> get(column, rank, step)))))
                .toList();
    }

    @Override
    public <T> List<T> byStep(int[] steps, int together, Reduction<List<Figures>, T> function) {
        List<T> results = new ArrayList<>();
        for (int first = 0; first < steps.length; first += together) {
            results.add(function.of(IntStream.range(first, Math.min(steps.length, first + together))
                    .<Figures>mapToObj(i ->
                            new Line(i, column -> figures(column, places.size(), rank -> get(column, rank, steps[i]))))
                    .toList()));
        }
        return results;
    }

    private long get(int column, int rank, int step) {
        LongBuffer tile = tiles[column][step >> shift];
        return tile == null ? UNKNOWN : tile.get(at(rank, step));
    }

    private long[] figures(int column, int size, IntToLongFunction figure) {
        boolean isKnown = column < VALUES || Arrays.stream(tiles[column]).anyMatch(tile -> tile != null);
        long[] figures = new long[isKnown ? size : 0];
        Arrays.setAll(figures, figure);
        return figures;
    }

    /** Figures of a rank or of a step. */
    private record Line(int index, IntFunction<long[]> columns) implements Figures {
        @Override
        public long[] durations() {
            return columns.apply(DURATION);
        }

        @Override
        public long[] own() {
            return columns.apply(OWN);
        }

        @Override
        public long[] values(StepValue column) {
            return columns.apply(column(column));
        }
    }
}
