package io.stepprofiler.nativeaccess.cuda;

/** Metrics of a range. */
public final class RangeMetrics {
    private final int number;
    private final double[] values;

    RangeMetrics(int number, double[] values) {
        this.number = number;
        this.values = values;
    }

    /** {@return the number of the range, from {@link CudaMetrics#next()}; of kernels, in the order of launches} */
    public int number() {
        return number;
    }

    /**
     * {@return the value of a metric; not a number if it was not counted}
     *
     * @param metric index of the metric in the request
     */
    public double value(int metric) {
        return values[metric];
    }
}
