package io.stepprofiler.analysis.rules;

import java.util.Locale;

/** Figures as sentences show them. */
final class SentenceFigures {
    private SentenceFigures() {}

    static String percent(double part) {
        double percent = 100 * part;
        return String.format(Locale.ROOT, percent < 10 && percent > 0 ? "%.1f %%" : "%.0f %%", percent);
    }

    static String time(long nanos) {
        double millis = nanos / 1e6;
        if (millis >= 1000) {
            return String.format(Locale.ROOT, "%.2f s", millis / 1000);
        }
        return millis >= 0.1
                ? String.format(Locale.ROOT, millis < 10 ? "%.2f ms" : millis < 100 ? "%.1f ms" : "%.0f ms", millis)
                : String.format(Locale.ROOT, "%.1f µs", nanos / 1e3);
    }

    static String count(double count) {
        return String.format(Locale.ROOT, count < 10 && count != Math.rint(count) ? "%.1f" : "%.0f", count);
    }

    static String bytes(double bytes) {
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
        int unit = 0;
        double value = bytes;
        while (value >= 1024 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, value < 10 && unit > 0 ? "%.1f %s" : "%.0f %s", value, units[unit]);
    }
}
