package io.stepprofiler.analysis.rules;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Sequence that occurs several times in a row.
 *
 * @param first index of its first element
 * @param period length of the sequence
 * @param count number of times it occurs
 */
record Repetition(int first, int period, int count) {
    /** Index after the last element of the last occurrence. */
    int end() {
        return first + period * count;
    }

    /**
     * Finds repetitions that do not overlap, ordered by index. If several periods fit, the shortest is taken. Takes
     * time proportional to the elements times the longest period.
     *
     * @param keys keys of the elements, equal for equal elements
     * @param maxPeriod length of the longest sequence to find
     * @param minCount fewest occurrences that count
     */
    static List<Repetition> in(int[] keys, int maxPeriod, int minCount) {
        List<Repetition> found = new ArrayList<>();
        BitSet taken = new BitSet();
        for (int period = 1; period <= maxPeriod && (long) period * minCount <= keys.length; period++) {
            int alike = 0;
            for (int i = period; i <= keys.length; i++) {
                if (i < keys.length && keys[i] == keys[i - period] && !taken.get(i) && !taken.get(i - period)) {
                    alike++;
                } else {
                    int count = alike / period + 1;
                    if (count >= minCount) {
                        Repetition one = new Repetition(i - alike - period, period, count);
                        taken.set(one.first, one.end());
                        found.add(one);
                    }
                    alike = 0;
                }
            }
        }
        found.sort(Comparator.comparingInt(Repetition::first));
        return List.copyOf(found);
    }
}
