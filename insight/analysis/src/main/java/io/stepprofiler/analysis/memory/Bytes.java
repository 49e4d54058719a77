package io.stepprofiler.analysis.memory;

import java.util.Locale;

/** Numbers of bytes as text, by powers of 1024. */
final class Bytes {
    private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    private static final double STEP = 1024;

    private Bytes() {}

    static String text(long bytes) {
        return text((double) bytes);
    }

    static String text(double bytes) {
        if (Math.abs(bytes) < STEP) {
            return String.format(Locale.ROOT, "%.0f B", bytes);
        }
        double value = bytes / STEP;
        int unit = 0;
        while (Math.abs(value) >= STEP && unit < UNITS.length - 1) {
            value /= STEP;
            unit++;
        }
        return String.format(Locale.ROOT, "%.2f %s", value, UNITS[unit]);
    }
}
