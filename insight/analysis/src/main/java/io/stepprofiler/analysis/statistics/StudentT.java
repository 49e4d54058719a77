package io.stepprofiler.analysis.statistics;

/**
 * Student's t distribution with a whole number of degrees of freedom.
 *
 * @see <a href="https://personal.math.ubc.ca/~cbm/aands/page_948.htm">Abramowitz and Stegun, 26.7.3 and 26.7.4</a>
 */
public final class StudentT {
    private static final int HALVINGS = 60;

    private StudentT() {}

    /**
     * {@return the number t such that a value is in [-t, t] with a given probability}
     *
     * @param within the probability, above 0 and below 1
     * @param degrees degrees of freedom, 1 or more
     */
    public static double quantile(double within, int degrees) {
        // Bisects the angle whose tangent gives t, since t itself is unbounded.
        double low = 0;
        double high = Math.PI / 2;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (probabilityWithin(middle, degrees) < within) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return Math.tan(low) * Math.sqrt(degrees);
    }

    /** Returns the probability of [-t, t], where t is the tangent of the angle times the square root of the degrees. */
    static double probabilityWithin(double angle, int degrees) {
        double cosine = Math.cos(angle);
        boolean odd = degrees % 2 == 1;
        double term = odd ? cosine : 1;
        double sum = degrees == 1 ? 0 : term;
        for (int k = odd ? 3 : 2; k < degrees; k += 2) {
            term *= cosine * cosine * (k - 1) / k;
            sum += term;
        }
        return odd ? 2 / Math.PI * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
    }
}
