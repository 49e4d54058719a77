package io.stepprofiler.fleetspark;

import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Growing columns of numbers. Between processes, a column is its least number and the difference of each one from it, in
 * as few bytes as the largest difference needs. A number may stand for a text. Not safe for threads.
 */
final class LedgerColumns implements Serializable {
    private static final long serialVersionUID = 1;
    private static final int FIRST = 16;

    private final transient long[][] columns;
    private final transient List<String> texts = new ArrayList<>();
    private final transient Map<String, Long> numbers = new HashMap<>();
    private transient int size;

    /** Columns without numbers. */
    LedgerColumns(int columns) {
        this(new long[columns][0]);
    }

    /** Columns of the same length. */
    LedgerColumns(long[]... columns) {
        this.columns = columns;
        size = columns[0].length;
    }

    int size() {
        return size;
    }

    long get(int column, int row) {
        return columns[column][row];
    }

    /** Returns the columns, which must not be changed. */
    long[][] columns() {
        return Stream.of(columns)
                .map(column -> column.length == size ? column : Arrays.copyOf(column, size))
                .toArray(long[][]::new);
    }

    String text(int column, int row) {
        return texts.get((int) get(column, row));
    }

    /** Returns the number that stands for a text. */
    long number(String text) {
        return numbers.computeIfAbsent(text, added -> {
            texts.add(added);
            return texts.size() - 1L;
        });
    }

    /** Returns the rows whose first number is at least a number. */
    LedgerColumns from(long least) {
        LedgerColumns kept = new LedgerColumns(columns.length);
        texts.forEach(kept::number);
        IntStream.range(0, size)
                .filter(row -> get(0, row) >= least)
                .forEach(row -> kept.add(
                        Stream.of(columns).mapToLong(column -> column[row]).toArray()));
        return kept;
    }

    /** Adds a row with a number for each column. */
    void add(long... row) {
        for (int column = 0; column < columns.length; column++) {
            if (size == columns[column].length) {
                columns[column] = Arrays.copyOf(columns[column], Math.max(FIRST, size + (size >> 1)));
            }
            columns[column][size] = row[column];
        }
        size++;
    }

    private Object writeReplace() {
        return new Packed(size, Stream.of(columns()).map(Packed::of).toArray(byte[][]::new), List.copyOf(texts));
    }

    /**
     * Columns as they are sent.
     *
     * @param columns least number, differences, and room for the access to the last one
     */
    @SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
    private record Packed(int size, byte[][] columns, List<String> texts) implements Serializable {
        private static final VarHandle LONG =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

        static byte[] of(long... column) {
            long least = LongStream.of(column).min().orElse(0);
            long range = LongStream.of(column).max().orElse(0) - least;
            int width = (Long.SIZE - Long.numberOfLeadingZeros(range) + Byte.SIZE - 1) / Byte.SIZE;
            byte[] packed = new byte[2 * Long.BYTES + column.length * width];
            LONG.set(packed, 0, least);
            for (int row = 0; row < column.length; row++) {
                LONG.set(packed, Long.BYTES + row * width, column[row] - least);
            }
            return packed;
        }

        private long[] unpacked(byte... packed) {
            int width = (packed.length - 2 * Long.BYTES) / Math.max(1, size);
            long mask = width == Long.BYTES ? -1 : (1L << (Byte.SIZE * width)) - 1;
            long least = (long) LONG.get(packed, 0);
            long[] column = new long[size];
            for (int row = 0; row < size; row++) {
                column[row] = least + ((long) LONG.get(packed, Long.BYTES + row * width) & mask);
            }
            return column;
        }

        private Object readResolve() {
            LedgerColumns read =
                    new LedgerColumns(Stream.of(columns).map(this::unpacked).toArray(long[][]::new));
            texts.forEach(read::number);
            return read;
        }
    }
}
