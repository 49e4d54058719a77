package io.stepprofiler.capture.watch;

import java.util.List;
import java.util.Locale;

/** Formats of amounts with their units, in few characters. */
final class Amounts {
    private static final List<String> BYTES = List.of("B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB");
    private static final double STEP = 1024;
    private static final String BLOCKS = "▁▂▃▄▅▆▇█";

    /** Minimum distance of the lowest and highest block from the median, so that a steady line looks flat. */
    private static final double CALM = 0.2;

    private Amounts() {}

    /**
     * {@return a time, such as {@code 41.8 ms}}
     *
     * @param nanos the time
     */
    static String time(long nanos) {
        double millis = nanos / 1e6;
        if (millis >= 60_000) {
            return span(nanos / 1_000_000);
        }
        if (millis >= 1000) {
            return format("%.2f s", millis / 1000);
        }
        if (millis >= 0.1 || nanos == 0) {
            return format(millis < 10 ? "%.2f ms" : millis < 100 ? "%.1f ms" : "%.0f ms", millis);
        }
        return format("%.1f µs", nanos / 1e3);
    }

    /**
     * {@return a long time, such as {@code 3 d 04:05:06}}
     *
     * @param millis the time
     */
    static String span(long millis) {
        long seconds = Math.max(0, millis / 1000);
        String clock = format("%02d:%02d:%02d", seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
        long days = seconds / 86_400;
        return days == 0 ? clock : days + " d " + clock;
    }

    /**
     * {@return a size, such as {@code 1.5 GiB}}
     *
     * @param bytes the size
     */
    static String bytes(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= STEP && unit < BYTES.size() - 1) {
            value /= STEP;
            unit++;
        }
        return format(value < 10 && unit > 0 ? "%.1f %s" : "%.0f %s", value, BYTES.get(unit));
    }

    /**
     * {@return a part, such as {@code 12.3 %}}
     *
     * @param part 1 for all
     */
    static String percent(double part) {
        return format("%.1f %%", 100 * part);
    }

    /**
     * {@return a change of a part in percentage points, such as {@code +1.2}; empty if it rounds to 0}
     *
     * @param change 1 for all
     */
    static String change(double change) {
        String text = format("%+.1f", 100 * change);
        return text.substring(1).equals("0.0") ? "" : text;
    }

    /**
     * {@return a rate, such as {@code 23.4}}
     *
     * @param perSecond the rate
     */
    static String rate(double perSecond) {
        return format(perSecond < 1 ? "%.3f" : perSecond < 100 ? "%.1f" : "%,.0f", perSecond);
    }

    /**
     * {@return a number, such as {@code 12,345}}
     *
     * @param number the number
     */
    static String count(long number) {
        return format("%,d", number);
    }

    /**
     * {@return the last values as a line of blocks, whose height shows the value} The scale spans at least a fifth
     * below and above the median, so that steady values look flat.
     *
     * @param values the values, the oldest first
     * @param width maximum number of blocks
     */
    static String sparkLine(List<Long> values, int width) {
        List<Long> shown = values.subList(Math.max(0, values.size() - Math.max(0, width)), values.size());
        if (shown.isEmpty()) {
            return "";
        }
        List<Long> sorted = shown.stream().sorted().toList();
        double median = sorted.get(sorted.size() / 2);
        double low = Math.min(sorted.get(0), median * (1 - CALM));
        double high = Math.max(sorted.get(sorted.size() - 1), median * (1 + CALM));
        StringBuilder line = new StringBuilder();
        for (long value : shown) {
            double place = high > low ? (value - low) / (high - low) : 0;
            line.append(BLOCKS.charAt((int) Math.min(BLOCKS.length() - 1, Math.floor(place * BLOCKS.length()))));
        }
        return line.toString();
    }

    private static String format(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }
}
