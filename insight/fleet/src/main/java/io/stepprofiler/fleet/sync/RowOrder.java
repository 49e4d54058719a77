package io.stepprofiler.fleet.sync;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntToLongFunction;

/** Order of rows by a time; rows of the same time keep their order. */
final class RowOrder {
    private RowOrder() {}

    static int[] by(IntToLongFunction time, int... rows) {
        boolean isOrdered = true;
        for (int i = 1; i < rows.length; i++) {
            isOrdered &= time.applyAsLong(rows[i - 1]) <= time.applyAsLong(rows[i]);
        }
        if (isOrdered) {
            // Most rows come in order; boxes for the others are dear.
            return rows;
        }
        return Arrays.stream(rows)
                .boxed()
                .sorted(Comparator.comparingLong(time::applyAsLong))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
