package io.stepprofiler.report.page;

import io.stepprofiler.fleet.FleetSteps;
import java.util.Arrays;
import java.util.List;

/**
 * Slowdowns of ranks by steps in a limited number of cells. A cell has the code of the greatest slowdown of its ranks
 * and steps, so that one slow step of one rank stays visible, and the code of their median.
 *
 * @param ranksOfRow number of ranks in a row; the last row may have fewer
 * @param stepsOfColumn number of steps in a column; the last column may have fewer
 * @param greatest code of the greatest slowdown of each cell, column after column
 * @param medians code of the median slowdown of each cell, in the same order
 */
@SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
record HeatMap(int ranksOfRow, int stepsOfColumn, byte[] greatest, byte[] medians) {
    /** Code of a cell without data. */
    static final int UNKNOWN = 0;

    /** Code of the usual time. */
    static final int USUAL = 28;

    private static final int CODES = 256;

    /** Neighbouring codes are 1 % apart, so that 0.76 to 9.7 times the usual time have codes of their own. */
    private static final double DISTANCE = 0.01;

    /** Returns the code of a time: the logarithm of its ratio to the usual time. */
    static int code(long nanos, long usualNanos) {
        if (nanos == FleetSteps.UNKNOWN || usualNanos <= 0) {
            return UNKNOWN;
        }
        // The strict function returns the same on any machine.
        long above = Math.round(StrictMath.log((double) Math.max(1, nanos) / usualNanos) / DISTANCE);
        return (int) Math.max(1, Math.min(CODES - 1, USUAL + above));
    }

    /**
     * Returns the cells of some steps.
     *
     * @param ranks number of ranks, 1 or more
     * @param steps number of steps, 1 or more
     * @param mostRows maximum number of rows
     * @param mostColumns maximum number of columns
     * @param columns returns the {@linkplain #column columns} in their order
     */
    static HeatMap of(int ranks, int steps, int mostRows, int mostColumns, Columns columns) {
        int ranksOfRow = parts(ranks, mostRows);
        int stepsOfColumn = parts(steps, mostColumns);
        int rows = parts(ranks, ranksOfRow);
        byte[] greatest = new byte[rows * parts(steps, stepsOfColumn)];
        byte[] medians = new byte[greatest.length];
        int at = 0;
        for (byte[] column : columns.of(ranksOfRow, stepsOfColumn)) {
            System.arraycopy(column, 0, greatest, at, rows);
            System.arraycopy(column, rows, medians, at, rows);
            at += rows;
        }
        return new HeatMap(ranksOfRow, stepsOfColumn, greatest, medians);
    }

    /** Columns of a map. */
    interface Columns {
        List<byte[]> of(int ranksOfRow, int stepsOfColumn);
    }

    /**
     * Returns the greatest code of each cell of some steps, then the median codes.
     *
     * @param ranksOfRow number of ranks in a row
     * @param steps codes of each step by rank
     */
    static byte[] column(int ranksOfRow, List<int[]> steps) {
        int rows = parts(steps.get(0).length, ranksOfRow);
        CodeCounts[] counts = new CodeCounts[rows];
        Arrays.setAll(counts, row -> new CodeCounts());
        for (int[] codes : steps) {
            for (int rank = 0; rank < codes.length; rank++) {
                counts[rank / ranksOfRow].add(codes[rank]);
            }
        }
        byte[] column = new byte[2 * rows];
        for (int row = 0; row < rows; row++) {
            column[row] = (byte) counts[row].greatest;
            column[rows + row] = (byte) counts[row].median();
        }
        return column;
    }

    /** Counts of the known codes of a cell. */
    private static final class CodeCounts {
        private final int[] counts = new int[CODES];
        private int known;
        private int greatest = UNKNOWN;

        void add(int code) {
            if (code != UNKNOWN) {
                counts[code]++;
                known++;
                greatest = Math.max(greatest, code);
            }
        }

        /** Returns the smallest code that at least half of the codes do not exceed. */
        int median() {
            int code = UNKNOWN;
            for (int left = (known + 1) / 2; left > 0; left -= counts[code]) {
                code++;
            }
            return code;
        }
    }

    private static int parts(int count, int size) {
        return (count + size - 1) / size;
    }

    /** Returns whether cells have several ranks or steps. */
    boolean isPooled() {
        return ranksOfRow > 1 || stepsOfColumn > 1;
    }
}
