package io.stepprofiler.ledger;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;

/** Random rows, with a plain copy of each to compare with. */
final class RandomRows {
    /** Copy of a row. */
    record Row(
            long number,
            long start,
            long duration,
            long steps,
            long least,
            long greatest,
            long flags,
            Map<StepValue, Long> values) {}

    final StepRows rows = new StepRows();
    private final Random random;
    private long number;
    private long nanos;

    RandomRows(Random random) {
        this.random = random;
        number = random.nextInt(100) - 50L;
        nanos = random.nextLong() >> 2;
    }

    /** Adds rows of one step. */
    RandomRows add(int count) {
        for (int i = 0; i < count; i++) {
            number += random.nextInt(10) == 0 ? random.nextInt(100) - 50 : 1;
            nanos += random.nextInt(10) == 0 ? random.nextInt(1000) : 0;
            long duration = random.nextLong() >>> (20 + random.nextInt(40));
            int row = rows.add(number, nanos, duration);
            nanos += duration;
            if (random.nextInt(4) == 0) {
                rows.flags.set(row, random.nextInt(16));
            }
            for (StepValue value : StepValue.values()) {
                if (random.nextInt(3) > 0 && row % 7 != value.name().length() % 7) {
                    rows.column(value).set(row, random.nextLong() >>> (20 + random.nextInt(44)));
                }
            }
        }
        return this;
    }

    static List<Row> list(StepRows rows) {
        return LongStream.range(0, rows.size())
                .mapToObj(row -> row(rows, (int) row))
                .toList();
    }

    private static Row row(StepRows rows, int row) {
        Map<StepValue, Long> values = new HashMap<>();
        for (StepValue value : StepValue.values()) {
            values.put(value, rows.column(value).get(row));
        }
        return new Row(
                rows.numbers.get(row),
                rows.starts.get(row),
                rows.durations.get(row),
                rows.steps.get(row),
                rows.least(row),
                rows.greatest(row),
                rows.flags.get(row),
                values);
    }
}
