package io.stepprofiler.averages;

import java.util.Locale;

/** Unit of times in a table. */
public enum TimeScale {
    /** The largest unit for each time in which it is 1 or more. */
    AUTO(0, ""),
    /** Microseconds. */
    MICROSECONDS(1e3, "us"),
    /** Milliseconds. */
    MILLISECONDS(1e6, "ms"),
    /** Seconds. */
    SECONDS(1e9, "s");

    private final double nanos;
    private final String unit;

    TimeScale(double nanos, String unit) {
        this.nanos = nanos;
        this.unit = unit;
    }

    /** A time with three decimals and its unit, as PyTorch's {@code key_averages().table()} has it. */
    String text(long time) {
        if (this != AUTO) {
            return String.format(Locale.ROOT, "%.3f%s", time / nanos, unit);
        }
        if (time >= 1_000_000_000) {
            return SECONDS.text(time);
        }
        return (time >= 1_000_000 ? MILLISECONDS : MICROSECONDS).text(time);
    }
}
