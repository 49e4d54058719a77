package io.stepprofiler.mxnet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The aggregate statistics, by category and name. For at most {@value #MAX_ROWS} names; further ones share a row of
 * their category. For one thread at a time.
 */
final class Statistics {
    /** Most rows; one takes some hundred bytes. */
    static final int MAX_ROWS = 10_000;

    /** The row of names for which there is no room. */
    static final String OTHER = "(other)";

    /** One row. */
    record Row(String name, Series series) {}

    private record Key(Unit unit, String category, String name) {}

    private final Map<Key, Series> rows = new HashMap<>();

    /** The statistics of a name; they are out of use after {@link #clear()}. */
    Series of(Unit unit, String category, String name) {
        Key key = new Key(unit, category, name);
        Series known = rows.get(key);
        if (known != null) {
            return known;
        }
        Key kept = rows.size() < MAX_ROWS ? key : new Key(unit, category, OTHER);
        return rows.computeIfAbsent(kept, created -> new Series(unit));
    }

    void clear() {
        rows.clear();
    }

    /** The rows of each category in alphabetical order, those of a unit that have none left out. */
    Map<String, Map<Unit, List<Row>>> sorted(SortBy key, boolean ascending) {
        Map<String, Map<Unit, List<Row>>> categories = new TreeMap<>();
        for (Unit unit : Unit.values()) {
            sorted(unit, key, ascending)
                    .forEach((category, rowsOfIt) -> categories
                            .computeIfAbsent(category, created -> new EnumMap<>(Unit.class))
                            .put(unit, rowsOfIt));
        }
        return categories;
    }

    /** The rows of one unit by category; of equal ones the later name comes first, as in MXNet. */
    Map<String, List<Row>> sorted(Unit unit, SortBy key, boolean ascending) {
        Comparator<Row> order = Comparator.comparingDouble(row -> row.series.by(key));
        Comparator<Row> byName = Comparator.comparing(Row::name);
        Comparator<Row> all = (ascending ? order : order.reversed()).thenComparing(byName.reversed());
        Map<String, List<Row>> categories = new TreeMap<>();
        rows.forEach((name, series) -> {
            if (name.unit == unit && series.count() > 0) {
                categories
                        .computeIfAbsent(name.category, created -> new ArrayList<>())
                        .add(new Row(name.name, series));
            }
        });
        categories.values().forEach(each -> each.sort(all));
        return categories;
    }
}
