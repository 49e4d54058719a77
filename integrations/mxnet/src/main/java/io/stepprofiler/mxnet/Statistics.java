package io.stepprofiler.mxnet;

import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The aggregate statistics, by category and name. For at most {@value #MAX_ROWS} names; further ones share a row of
 * their category. For one thread at a time.
 */
final class Statistics {
    /** Maximum number of rows; one takes some hundred bytes. */
    static final int MAX_ROWS = 10_000;

    /** Row of names that exceed the maximum. */
    static final String OTHER = "(other)";

    /** Count, sum, extremes, mean and last value of one name. Whole numbers are exact up to 2^53. */
    static final class Series extends DoubleSummaryStatistics {
        private double last;

        @Override
        public void accept(double value) {
            super.accept(value);
            last = value;
        }

        private Series copy() {
            Series copy = new Series();
            copy.combine(this);
            copy.last = last;
            return copy;
        }

        private double by(Unit unit, SortBy key) {
            return switch (key) {
                case TOTAL -> unit == Unit.TIME ? getSum() : last;
                case AVG -> getAverage();
                case MIN -> getMin();
                case MAX -> getMax();
                case COUNT -> (double) getCount();
            };
        }
    }

    private record Key(Unit unit, String category, String name) {}

    private final Map<Key, Series> rows = new HashMap<>();

    private long since = Long.MAX_VALUE;

    /** Returns an independent copy. */
    Statistics copy() {
        Statistics copy = new Statistics();
        rows.forEach((key, series) -> copy.rows.put(key, series.copy()));
        copy.since = since;
        return copy;
    }

    /** Begins anew: counts events that end after an instant. */
    void begin(long nanos) {
        rows.clear();
        since = nanos;
    }

    /** Discards all rows, and counts nothing. */
    void end() {
        begin(Long.MAX_VALUE);
    }

    boolean isCounting() {
        return since != Long.MAX_VALUE;
    }

    void addTime(String category, String name, long startNanos, long durationNanos) {
        addSample(Unit.TIME, category, name, startNanos + durationNanos, (double) Math.max(durationNanos, 0));
    }

    void addSample(Unit unit, String category, String name, long nanos, double value) {
        if (nanos > since) {
            of(unit, category, name).accept(value);
        }
    }

    /** Returns the statistics of a name, or of the row {@value #OTHER}. */
    Series of(Unit unit, String category, String name) {
        Key key = new Key(unit, category, name);
        Series known = rows.get(key);
        if (known != null) {
            return known;
        }
        Key kept = rows.size() < MAX_ROWS ? key : new Key(unit, category, OTHER);
        return rows.computeIfAbsent(kept, created -> new Series());
    }

    /**
     * Returns the rows of a unit by category in alphabetical order; the later name comes first in a tie, as in MXNet.
     */
    Map<String, Map<String, Series>> sorted(Unit unit, SortBy key, boolean ascending) {
        Comparator<Map.Entry<Key, Series>> order =
                Comparator.comparingDouble(row -> row.getValue().by(unit, key));
        Comparator<Map.Entry<Key, Series>> byName = Comparator.comparing(row -> row.getKey().name);
        Map<String, Map<String, Series>> categories = new TreeMap<>();
        rows.entrySet().stream()
                .filter(row -> row.getKey().unit == unit)
                .sorted((ascending ? order : order.reversed()).thenComparing(byName.reversed()))
                .forEach(row -> categories
                        .computeIfAbsent(row.getKey().category, created -> new LinkedHashMap<>())
                        .put(row.getKey().name, row.getValue()));
        return categories;
    }
}
