package io.stepprofiler.report.page;

import io.stepprofiler.analysis.flame.SparseSums;
import io.stepprofiler.event.StepMark;
import java.io.IOException;
import java.util.List;

/** How blocks have steps, and sums by step. */
final class StepColumns {
    private StepColumns() {}

    /** The number of steps; of each the difference of its number from the one before; of each its duration. */
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
     * Of each row how many columns have a sum; of each of these the distance from the column before, or from -1; of
     * each the sum. Sums are not negative.
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
