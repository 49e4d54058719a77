package io.stepprofiler.mxnet;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** Quantity that the figures of a row measure, with the columns that MXNet has for it. */
enum Unit {
    /** Durations, recorded in nanoseconds, shown in milliseconds. */
    TIME("Time", 6, "Time (ms)", "Min Time (ms)", "Max Time (ms)", "Avg Time (ms)"),
    /** Bytes in use, shown in thousands. */
    MEMORY("Memory", 3, "Min Use  (kB)", "Max Use  (kB)", "Avg Use  (kB)"),
    /** Values of counters, shown as they are. */
    COUNTER("Counter", 0, "Min Value", "Max Value", "Avg Value");

    private final String json;
    private final int decimals;

    @SuppressWarnings("ImmutableEnumChecker") // Never changed.
    private final List<String> headings;

    Unit(String json, int decimals, String... headings) {
        this.json = json;
        this.decimals = decimals;
        this.headings = List.of(headings);
    }

    /** Its member in JSON. */
    String json() {
        return json;
    }

    /** Whether values are added up. */
    boolean hasTotal() {
        return this == TIME;
    }

    /** The headings of its figures: the total, if there is one, minimum, maximum and mean. */
    List<String> headings() {
        return headings;
    }

    /** A recorded value as it is shown, exactly; empty if it is no number. */
    Optional<BigDecimal> shown(double value) {
        return Double.isFinite(value)
                ? Optional.of(new BigDecimal(Double.toString(value)).movePointLeft(decimals))
                : Optional.empty();
    }
}
