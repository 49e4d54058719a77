package io.stepprofiler.cli.top;

import java.util.Comparator;

/** Order of the rows of a table. */
enum Sort {
    TIME("time", Comparator.comparingLong(Row::nanos).reversed()),
    CHANGE(
            "change",
            Comparator.comparingDouble((Row row) -> Math.abs(row.change())).reversed()),
    CALLS("calls", Comparator.comparingDouble(Row::calls).reversed()),
    NAME("name", Comparator.comparing(Row::name));

    private final String label;

    @SuppressWarnings("ImmutableEnumChecker") // A function without state.
    private final Comparator<Row> order;

    Sort(String label, Comparator<Row> order) {
        this.label = label;
        this.order = order;
    }

    String label() {
        return label;
    }

    /** Rows that are equal in it are as they were. */
    Comparator<Row> order() {
        return order;
    }

    Sort next() {
        return switch (this) {
            case TIME -> CHANGE;
            case CHANGE -> CALLS;
            case CALLS -> NAME;
            case NAME -> TIME;
        };
    }
}
