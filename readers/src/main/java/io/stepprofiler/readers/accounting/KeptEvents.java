package io.stepprofiler.readers.accounting;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Events as columns: start, end and the number of their key, in picoseconds. */
final class KeptEvents {
    long[] starts = new long[16];
    long[] ends = new long[16];
    int[] keys = new int[16];
    int size;

    private final List<String> keyTexts = new ArrayList<>();
    private final Map<String, Integer> keyNumbers = new HashMap<>();

    void add(String key, long startPicos, long endPicos) {
        if (size == starts.length) {
            // Half as much again, for there may be ten millions.
            int capacity = size + (size >> 1);
            starts = Arrays.copyOf(starts, capacity);
            ends = Arrays.copyOf(ends, capacity);
            keys = Arrays.copyOf(keys, capacity);
        }
        starts[size] = startPicos;
        ends[size] = endPicos;
        keys[size] = number(key);
        size++;
    }

    private int number(String key) {
        Integer known = keyNumbers.get(key);
        if (known != null) {
            return known;
        }
        keyTexts.add(key);
        keyNumbers.put(key, keyTexts.size() - 1);
        return keyTexts.size() - 1;
    }

    /** The keys, by number. */
    List<String> keyTexts() {
        return keyTexts;
    }

    /** Those of the events whose key is one of some, in the order given. */
    KeptEvents select(int[] order, boolean[] isWanted) {
        int count = 0;
        for (int i : order) {
            count += isWanted[keys[i]] ? 1 : 0;
        }
        KeptEvents selected = new KeptEvents();
        selected.starts = new long[count];
        selected.ends = new long[count];
        selected.keys = new int[count];
        for (int i : order) {
            if (isWanted[keys[i]]) {
                selected.starts[selected.size] = starts[i];
                selected.ends[selected.size] = ends[i];
                selected.keys[selected.size] = keys[i];
                selected.size++;
            }
        }
        return selected;
    }

    /**
     * The time covered by the events of other keys that lie in {@code [start, end]}, each moment once; these events are
     * in the order of their starts.
     */
    long coveredPicos(long start, long end, int exceptKey) {
        long covered = 0;
        long reached = start;
        for (int i = firstFrom(start); i < size && starts[i] <= end; i++) {
            if (keys[i] != exceptKey && ends[i] <= end) {
                covered += Math.max(ends[i] - Math.max(starts[i], reached), 0);
                reached = Math.max(reached, ends[i]);
            }
        }
        return covered;
    }

    private int firstFrom(long start) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (starts[middle] < start) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
