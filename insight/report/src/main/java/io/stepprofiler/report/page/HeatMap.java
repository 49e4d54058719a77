package io.stepprofiler.report.page;

import io.stepprofiler.fleet.FleetSteps;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Slowdowns of ranks by steps in a limited number of cells. A cell has the code of the greatest slowdown of its ranks
 * and steps, so that one slow step of one rank stays visible, and the code of their median. Takes memory for the cells
 * and for one step.
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
     * @param codes codes of a step by rank
     */
    static HeatMap of(int ranks, int steps, int mostRows, int mostColumns, IntFunction<int[]> codes) {
        int ranksOfRow = parts(ranks, mostRows);
        int stepsOfColumn = parts(steps, mostColumns);
        int rows = parts(ranks, ranksOfRow);
        int columns = parts(steps, stepsOfColumn);
        byte[] greatest = new byte[rows * columns];
        byte[] medians = new byte[rows * columns];
        CodeCounts[] counts = new CodeCounts[rows];
        Arrays.setAll(counts, row -> new CodeCounts());
        for (int column = 0; column < columns; column++) {
            int end = Math.min(steps, (column + 1) * stepsOfColumn);
            for (int step = column * stepsOfColumn; step < end; step++) {
                int[] row = codes.apply(step);
                for (int rank = 0; rank < ranks; rank++) {
                    counts[rank / ranksOfRow].add(row[rank]);
                }
            }
            for (int row = 0; row < rows; row++) {
                int cell = column * rows + row;
                greatest[cell] = (byte) counts[row].greatest;
                medians[cell] = (byte) counts[row].median();
                counts[row].clear();
            }
        }
        return new HeatMap(ranksOfRow, stepsOfColumn, greatest, medians);
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

        void clear() {
            Arrays.fill(counts, 0, greatest + 1, 0);
            known = 0;
            greatest = UNKNOWN;
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
