package io.stepprofiler.report.page;

import io.stepprofiler.analysis.flame.SparseSums;
import io.stepprofiler.event.StepMark;
import java.io.IOException;
import java.util.List;

/** Format of steps, and of sums by step, in blocks. */
final class StepColumns {
    private StepColumns() {}

    /** Writes the number of steps, then the differences of their numbers, then their durations. */
    static void writeSteps(List<StepMark> steps, ColumnWriter out) throws IOException {
        out.number(steps.size());
        long before = 0;
        for (StepMark step : steps) {
            out.signed(step.number() - before);
            before = step.number();
        }
        for (StepMark step : steps) {
            out.number(step.durationNanos());
        }
    }

    /**
     * Writes the number of non-zero columns of each row; then for each of these its distance from the previous column,
     * or from -1; then the sums, which are not negative.
     */
    static void writeSums(SparseSums sums, int rows, ColumnWriter out) throws IOException {
        for (int row = 0; row < rows; row++) {
            out.number(sums.size(row));
        }
        for (int row = 0; row < rows; row++) {
            int before = -1;
            for (int i = 0; i < sums.size(row); i++) {
                out.number(sums.column(row, i) - before);
                before = sums.column(row, i);
            }
        }
        for (int row = 0; row < rows; row++) {
            for (int i = 0; i < sums.size(row); i++) {
                out.number(sums.sum(row, i));
            }
        }
    }
}
