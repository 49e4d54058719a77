package io.stepprofiler.amount;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Text of times, bytes, shares and counts, the same in all outputs. Times and bytes have three significant digits and
 * the largest unit in which they are 1 or more, such as {@code 12.3 ms} and {@code 1.50 MiB}; whole nanoseconds and
 * bytes have no decimals. Shares have one decimal. The module {@code format.js} of the report's page has the same rules.
 */
public final class Amount {
    // T18: one text of amounts for all outputs.
    private static final String[] TIMES = {"ns", "µs", "ms", "s"};
    private static final String[] BYTES = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    private Amount() {}

    /**
     * {@return a time, such as {@code 12.3 ms}}
     *
     * @param nanos the time, which can be negative
     */
    public static String time(double nanos) {
        return scaled(nanos, 1000, TIMES);
    }

    /**
     * {@return a time, such as {@code 12.3 ms}}
     *
     * @param nanos the time, which can be negative
     */
    public static String time(long nanos) {
        return time((double) nanos);
    }

    /**
     * {@return a difference of times with its sign, such as {@code +12.3 ms}}
     *
     * @param nanos the difference
     */
    public static String timeChange(double nanos) {
        return (nanos < 0 ? "" : "+") + time(nanos);
    }

    /**
     * {@return a size in units of powers of 1024, such as {@code 1.50 MiB}}
     *
     * @param bytes the size, which can be negative
     */
    public static String bytes(double bytes) {
        return scaled(bytes, 1024, BYTES);
    }

    /**
     * {@return a size in units of powers of 1024, such as {@code 1.50 MiB}}
     *
     * @param bytes the size, which can be negative
     */
    public static String bytes(long bytes) {
        return bytes((double) bytes);
    }

    /**
     * {@return a bandwidth in units of 10^9 bytes a second, as data sheets have it, such as {@code 12.3 GB/s}}
     *
     * @param bytesPerNano the bandwidth
     */
    public static String bandwidth(double bytesPerNano) {
        return digits(bytesPerNano) + " GB/s";
    }

    /**
     * {@return a share, such as {@code 12.3 %}}
     *
     * @param part the share; 1 for all
     */
    public static String share(double part) {
        return decimals(100 * part, 1) + " %";
    }

    /**
     * {@return a share and its base, such as {@code 12.3 % of the step}}
     *
     * @param part the share; 1 for all
     * @param base the whole that the share is a part of
     */
    public static String share(double part, String base) {
        return share(part) + " of " + base;
    }

    /**
     * {@return a relative change with its sign, such as {@code +12.3 %}}
     *
     * @param part the change; 1 if the value has doubled
     */
    public static String shareChange(double part) {
        return (part < 0 ? "" : "+") + share(part);
    }

    /**
     * {@return an interval of relative changes, such as {@code -1.2 to +12.3 %}}
     *
     * @param low the lower bound; 1 if the value has doubled
     * @param high the upper bound
     */
    public static String shareChange(double low, double high) {
        return (low < 0 ? "" : "+") + decimals(100 * low, 1) + " to " + shareChange(high);
    }

    /**
     * {@return a number of things, such as {@code 1 step} or {@code 3 steps}}
     *
     * @param number the number
     * @param name the name of one thing, whose plural ends with an s
     */
    public static String count(long number, String name) {
        return count(number, name, name + "s");
    }

    /**
     * {@return a number of things, such as {@code 1 class} or {@code 3 classes}}
     *
     * @param number the number
     * @param one the name of one thing
     * @param several the name of several things
     */
    public static String count(long number, String one, String several) {
        return number + " " + (number == 1 ? one : several);
    }

    /**
     * {@return a figure without a unit, such as {@code 12} or {@code 2.5}: a whole number with all its digits, others
     * with three significant digits and no zeros at the end}
     *
     * @param value the figure
     */
    public static String number(double value) {
        double size = Math.abs(value);
        if (!Double.isFinite(value) || size >= 100 || value == Math.rint(value)) {
            return decimals(value, 0);
        }
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(3, RoundingMode.HALF_UP));
        return rounded.stripTrailingZeros().toPlainString();
    }

    private static String scaled(double value, int step, String... units) {
        double size = Math.abs(value);
        int unit = 0;
        // An amount that rounds to a whole unit has the next unit.
        while (size >= step - 0.5 && unit < units.length - 1) {
            size /= step;
            unit++;
        }
        String digits = unit == 0 && size == Math.rint(size) ? decimals(size, 0) : digits(size);
        return (value < 0 ? "-" : "") + digits + " " + units[unit];
    }

    /** Three significant digits; more for 1000 and above, fewer below 1. */
    private static String digits(double size) {
        return decimals(size, size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
    }

    /** Rounds the exact value, as the page's {@code toFixed} does; {@code String.format} rounds another one. */
    private static String decimals(double value, int decimals) {
        return Double.isFinite(value)
                ? new BigDecimal(value).setScale(decimals, RoundingMode.HALF_UP).toPlainString()
                : String.valueOf(value);
    }
}
