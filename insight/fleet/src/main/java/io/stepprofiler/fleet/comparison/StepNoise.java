package io.stepprofiler.fleet.comparison;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.fleet.FleetSteps;
import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Deviation of one step from the usual times of the ranks. Times are nanoseconds.
 *
 * @param shiftNanos median over ranks of the time above the rank's median: the step itself is longer or shorter
 * @param deviationNanos median absolute deviation of the ranks from this shift
 */
record StepNoise(long shiftNanos, long deviationNanos) implements Serializable {
    /** Returns the deviation of the times of a step by rank from the median of each rank. */
    static StepNoise of(long[] row, long[] medians) {
        long[] above = IntStream.range(0, row.length)
                .filter(rank -> row[rank] != FleetSteps.UNKNOWN)
                .mapToLong(rank -> row[rank] - medians[rank])
                .toArray();
        long shift = Quantiles.median(Arrays.stream(above));
        long deviation = Quantiles.median(Arrays.stream(above).map(each -> Math.abs(each - shift)));
        return new StepNoise(shift, deviation);
    }
}
