package io.stepprofiler.fleet;

import io.stepprofiler.ledger.StepLedger;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** Numbers of steps as ranges: a ledger without gaps has one, however many steps it has. Immutable. */
public final class StepRanges implements Serializable {
    private static final long serialVersionUID = 1;

    /** First number of each range, and the number after its last one, increasing. */
    private final long[] bounds;

    private StepRanges(long[] bounds) {
        this.bounds = bounds;
    }

    /**
     * {@return the numbers of the steps that a ledger has}
     *
     * @param ledger the ledger
     */
    public static StepRanges of(StepLedger ledger) {
        long[] numbers = new long[ledger.size()];
        int size = 0;
        for (int row = 0; row < numbers.length; row++) {
            if (LedgerFigures.isStep(ledger, row)) {
                numbers[size++] = ledger.number(row);
            }
        }
        Arrays.sort(numbers, 0, size);
        LongStream.Builder bounds = LongStream.builder();
        for (int i = 0; i < size; i++) {
            if (i == 0 || numbers[i] > numbers[i - 1] + 1) {
                bounds.add(numbers[i]);
            }
            if (i == size - 1 || numbers[i] + 1 < numbers[i + 1]) {
                bounds.add(numbers[i] + 1);
            }
        }
        return new StepRanges(bounds.build().toArray());
    }

    /**
     * {@return the numbers that at least some of the given ranges have}
     *
     * @param all the ranges
     * @param least the number of ranges, 1 or more
     */
    public static StepRanges inAtLeast(int least, Collection<StepRanges> all) {
        TreeMap<Long, Integer> changes = new TreeMap<>();
        for (StepRanges each : all) {
            for (int i = 0; i < each.bounds.length; i++) {
                changes.merge(each.bounds[i], i % 2 == 0 ? 1 : -1, Integer::sum);
            }
        }
        LongStream.Builder bounds = LongStream.builder();
        int count = 0;
        for (Map.Entry<Long, Integer> change : changes.entrySet()) {
            boolean wasIn = count >= least;
            count += change.getValue();
            if (wasIn != (count >= least)) {
                bounds.add(change.getKey());
            }
        }
        return new StepRanges(bounds.build().toArray());
    }

    /** {@return the numbers, increasing} */
    public long[] numbers() {
        long[] all = new long[Math.toIntExact(size())];
        int at = 0;
        for (int i = 0; i < bounds.length; i += 2) {
            for (long number = bounds[i]; number < bounds[i + 1]; number++) {
                all[at++] = number;
            }
        }
        return all;
    }

    private long size() {
        long size = 0;
        for (int i = 0; i < bounds.length; i += 2) {
            size += bounds[i + 1] - bounds[i];
        }
        return size;
    }
}
