package io.stepprofiler.analysis.diff;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * One figure in the runs of both sides.
 *
 * @param metric the figure
 * @param base its value in each run of the base
 * @param next its value in each run of the new side
 * @param quantum difference of a counter that may be an effect of the limits of a window
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record Sides(DiffMetric metric, double[] base, double[] next, double quantum) {
    /** Returns the values of all runs, the base first. */
    double[] all() {
        return DoubleStream.concat(Arrays.stream(base), Arrays.stream(next)).toArray();
    }

    /** True if the figure is compared with regard to its noise; ratios of zeros have none. */
    boolean isNoisy() {
        return metric.kind() != DiffMetric.Kind.COUNTER && Arrays.stream(all()).allMatch(each -> each > 0);
    }
}
