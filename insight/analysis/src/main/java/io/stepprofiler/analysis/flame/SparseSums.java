package io.stepprofiler.analysis.flame;

import java.util.Arrays;

/**
 * Sparse table of sums: each row has the columns with a sum other than 0, ascending. Adding to the last column of a
 * row, or after it, takes constant time; adding to another takes time logarithmic in the distance from the last.
 */
public final class SparseSums {
    private static final int[] NO_COLUMNS = {};
    private static final long[] NO_SUMS = {};

    private int[][] columns = new int[16][];
    private long[][] sums = new long[16][];
    private int[] sizes = new int[16];
    private int rows;

    /** Creates an empty table. */
    public SparseSums() {}

    /**
     * Adds to a sum.
     *
     * @param row the row, 0 or more
     * @param column the column, 0 or more
     * @param value the value to add; 0 is ignored
     */
    public void add(int row, int column, long value) {
        if (value == 0) {
            return;
        }
        makeRoom(row);
        int at = place(row, column);
        if (at == sizes[row] || columns[row][at] != column) {
            insert(row, at, column);
        }
        sums[row][at] += value;
    }

    /**
     * Returns the position of a column in a row, or its insertion position; searches from the end, where most columns
     * are.
     */
    private int place(int row, int column) {
        int high = sizes[row];
        if (high == 0 || columns[row][high - 1] < column) {
            return high;
        }
        int low = high - 1;
        for (int distance = 1; low > 0 && columns[row][low] > column; distance *= 2) {
            high = low;
            low = Math.max(0, low - distance);
        }
        int found = Arrays.binarySearch(columns[row], low, high, column);
        return found < 0 ? -found - 1 : found;
    }

    private void makeRoom(int row) {
        if (row >= sizes.length) {
            int capacity = Math.max(row + 1, 2 * sizes.length);
            columns = Arrays.copyOf(columns, capacity);
            sums = Arrays.copyOf(sums, capacity);
            sizes = Arrays.copyOf(sizes, capacity);
        }
        rows = Math.max(rows, row + 1);
    }

    private void insert(int row, int at, int column) {
        int size = sizes[row];
        if (size == 0) {
            columns[row] = new int[1];
            sums[row] = new long[1];
        } else if (size == columns[row].length) {
            columns[row] = Arrays.copyOf(columns[row], 2 * size);
            sums[row] = Arrays.copyOf(sums[row], 2 * size);
        }
        System.arraycopy(columns[row], at, columns[row], at + 1, size - at);
        System.arraycopy(sums[row], at, sums[row], at + 1, size - at);
        columns[row][at] = column;
        sums[row][at] = 0;
        sizes[row]++;
    }

    /**
     * Adds a row of another table to one of this.
     *
     * @param row the row of this table
     * @param other the other table
     * @param otherRow its row
     */
    public void addRow(int row, SparseSums other, int otherRow) {
        for (int i = 0; i < other.size(otherRow); i++) {
            add(row, other.column(otherRow, i), other.sum(otherRow, i));
        }
    }

    /**
     * {@return the number of columns of a row that have a sum}
     *
     * @param row the row
     */
    public int size(int row) {
        return row < rows ? sizes[row] : 0;
    }

    /**
     * {@return a column of a row}
     *
     * @param row the row
     * @param index 0 to {@link #size} - 1, in ascending order of the columns
     */
    public int column(int row, int index) {
        return (row < rows ? columns[row] : NO_COLUMNS)[index];
    }

    /**
     * {@return the sum in a column of a row}
     *
     * @param row the row
     * @param index 0 to {@link #size} - 1, in ascending order of the columns
     */
    public long sum(int row, int index) {
        return (row < rows ? sums[row] : NO_SUMS)[index];
    }

    /**
     * {@return the sum of all columns of a row}
     *
     * @param row the row
     */
    public long sum(int row) {
        long sum = 0;
        for (int i = 0; i < size(row); i++) {
            sum += sums[row][i];
        }
        return sum;
    }

    /** {@return the number of sums in all rows} */
    public long count() {
        return Arrays.stream(sizes, 0, rows).asLongStream().sum();
    }
}
