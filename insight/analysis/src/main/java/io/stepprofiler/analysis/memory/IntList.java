package io.stepprofiler.analysis.memory;

import java.util.Arrays;

/** A growing list of ints. */
final class IntList {
    private int[] values = new int[64];
    private int size;

    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    void set(int index, int value) {
        values[index] = value;
    }

    int get(int index) {
        return values[index];
    }

    int removeLast() {
        return values[--size];
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    void clear() {
        size = 0;
    }
}
