package io.stepprofiler.report.faces;

import java.util.Locale;

/** Number formats of the text and Markdown reports. */
final class Figures {
    private Figures() {}

    static String percent(double part) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * part);
    }

    /** Returns a number of things with the plural of their name. */
    static String count(long number, String name) {
        return number + " " + name + (number == 1 ? "" : "s");
    }

    static String time(long nanos) {
        return time((double) nanos);
    }

    static String time(double nanos) {
        double millis = nanos / 1e6;
        if (Math.abs(millis) >= 1000) {
            return String.format(Locale.ROOT, "%.2f s", millis / 1000);
        }
        if (Math.abs(millis) < 0.1) {
            return String.format(Locale.ROOT, "%.1f µs", nanos / 1e3);
        }
        return String.format(Locale.ROOT, millis < 10 ? "%.2f ms" : millis < 100 ? "%.1f ms" : "%.0f ms", millis);
    }
}
