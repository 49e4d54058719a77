package io.stepprofiler.mxnet;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Quantity that the figures of a row measure, with the columns that MXNet has for it. */
enum Unit {
    /** Durations, recorded in nanoseconds, shown in milliseconds; these alone are added up. */
    TIME("Time", 6, "Total Count", "Time (ms)", "Min Time (ms)", "Max Time (ms)", "Avg Time (ms)"),
    /** Bytes in use, shown in thousands. */
    MEMORY("Memory", 3, "Total Count", "Min Use  (kB)", "Max Use  (kB)", "Avg Use  (kB)"),
    /** Values of counters, shown as they are. */
    COUNTER("Counter", 0, "Total Count", "Min Value", "Max Value", "Avg Value");

    private final String json;
    private final int decimals;

    @SuppressWarnings("ImmutableEnumChecker") // Never changed.
    private final List<String> headings;

    Unit(String json, int decimals, String... headings) {
        this.json = json;
        this.decimals = decimals;
        this.headings = List.of(headings);
    }

    /** Returns the name of its member in JSON. */
    String json() {
        return json;
    }

    /** Returns the headings of the count and of the figures. */
    List<String> headings() {
        return headings;
    }

    /** Returns the figures by the names of their members in JSON. */
    Map<String, Double> figures(Statistics.Series series) {
        Map<String, Double> figures = new LinkedHashMap<>();
        if (this == TIME) {
            figures.put("Total", series.getSum());
        }
        figures.put("Min", series.getMin());
        figures.put("Max", series.getMax());
        figures.put("Avg", series.getAverage());
        return figures;
    }

    /** Returns a recorded value in the shown unit, exactly; empty if it is not finite. */
    Optional<BigDecimal> shown(double value) {
        return Double.isFinite(value)
                ? Optional.of(new BigDecimal(Double.toString(value)).movePointLeft(decimals))
                : Optional.empty();
    }
}
