package io.stepprofiler.analysis.diff;

/** Student's t: how many standard errors a mean is off with a probability of 5 % on either side. */
final class StudentT {
    /** The same of the normal distribution. */
    static final double NORMAL_95 = 1.6448536269514722;

    /** Of 1, 2, … degrees of freedom, where the series below is not good enough. */
    private static final double[] FEW = {
        6.313751514675,
        2.919985580355,
        2.353363434802,
        2.131846786327,
        2.015048373333,
        1.943180280515,
        1.894578605061,
        1.859548037530,
        1.833112932712,
        1.812461122811
    };

    private StudentT() {}

    /**
     * The 95th percentile.
     *
     * @see <a href="https://personal.math.ubc.ca/~cbm/aands/page_949.htm">Abramowitz and Stegun, 26.7.5</a>
     */
    static double quantile95(int degrees) {
        if (degrees <= FEW.length) {
            return FEW[degrees - 1];
        }
        double z = NORMAL_95;
        double z3 = z * z * z;
        double z5 = z3 * z * z;
        double z7 = z5 * z * z;
        double z9 = z7 * z * z;
        double n = degrees;
        return z
                + (z3 + z) / (4 * n)
                + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n)
                + (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n)
                + (79 * z9 + 776 * z7 + 1482 * z5 - 1920 * z3 - 945 * z) / (92160 * n * n * n * n);
    }
}
