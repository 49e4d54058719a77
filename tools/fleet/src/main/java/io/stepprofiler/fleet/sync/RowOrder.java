package io.stepprofiler.fleet.sync;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntToLongFunction;

/** Order of rows by a time; rows of the same time keep their order. */
final class RowOrder {
    private RowOrder() {}

    static int[] by(IntToLongFunction time, int... rows) {
        return Arrays.stream(rows)
                .boxed()
                .sorted(Comparator.comparingLong(time::applyAsLong))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
