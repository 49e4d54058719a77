package io.stepprofiler.mxnet;

/**
 * Statistics of one name: count, sum, extremes and last value, in memory that does not grow.
 *
 * <p>Whole numbers are exact up to 2^53, which is 104 days in nanoseconds; the sum carries its rounding error along.
 */
final class Series {
    private final Unit unit;
    private long count;
    private double sum;
    private double error;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;
    private double last;

    Series(Unit unit) {
        this.unit = unit;
    }

    void add(double value) {
        count++;
        last = value;
        min = Math.min(min, value);
        max = Math.max(max, value);
        // Neumaier's sum.
        double next = sum + value;
        error += Math.abs(sum) >= Math.abs(value) ? (sum - next) + value : (value - next) + sum;
        sum = next;
    }

    Unit unit() {
        return unit;
    }

    long count() {
        return count;
    }

    double total() {
        return Double.isFinite(sum) ? sum + error : sum;
    }

    double min() {
        return min;
    }

    double max() {
        return max;
    }

    double mean() {
        return total() / count;
    }

    /** What rows are sorted by. */
    double by(SortBy key) {
        return switch (key) {
            case TOTAL -> unit.hasTotal() ? total() : last;
            case AVG -> mean();
            case MIN -> min;
            case MAX -> max;
            case COUNT -> (double) count;
        };
    }
}
