package io.stepprofiler.analysis.flame;

import java.util.Arrays;

/**
 * Map from combinations of four numbers to consecutive ids from 0, in the order of addition. Allocates no object for a
 * lookup, since each event needs one. Used by one thread.
 */
public final class Combinations {
    /** Id of a combination that was not added. */
    public static final int NONE = -1;

    private static final int WIDTH = 4;
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    private int[] values = new int[WIDTH * 64];
    /** Hash table of ids plus 1; 0 marks a free slot. */
    private int[] slots = new int[256];

    private int size;

    /** Creates an empty map. */
    public Combinations() {}

    /** {@return the number of combinations} */
    public int size() {
        return size;
    }

    /**
     * {@return the id of a combination, or {@link #NONE}}
     *
     * @param a the first of its numbers
     * @param b the second
     * @param c the third
     * @param d the fourth
     */
    public int find(int a, int b, int c, int d) {
        return slots[slot(a, b, c, d)] - 1;
    }

    /**
     * {@return the id of a combination, which is added if it is new}
     *
     * @param a the first of its numbers
     * @param b the second
     * @param c the third
     * @param d the fourth
     */
    public int findOrAdd(int a, int b, int c, int d) {
        int slot = slot(a, b, c, d);
        if (slots[slot] != 0) {
            return slots[slot] - 1;
        }
        int at = WIDTH * size;
        if (at == values.length) {
            values = Arrays.copyOf(values, 2 * at);
        }
        values[at] = a;
        values[at + 1] = b;
        values[at + 2] = c;
        values[at + 3] = d;
        slots[slot] = ++size;
        if (2 * size > slots.length) {
            grow();
        }
        return size - 1;
    }

    /**
     * {@return the first number of a combination}
     *
     * @param number id of the combination, 0 to {@link #size()} - 1
     */
    public int first(int number) {
        return values[WIDTH * number];
    }

    /**
     * {@return the second number of a combination}
     *
     * @param number id of the combination, 0 to {@link #size()} - 1
     */
    public int second(int number) {
        return values[WIDTH * number + 1];
    }

    /**
     * {@return the third number of a combination}
     *
     * @param number id of the combination, 0 to {@link #size()} - 1
     */
    public int third(int number) {
        return values[WIDTH * number + 2];
    }

    private int slot(int a, int b, int c, int d) {
        int mask = slots.length - 1;
        int slot = hash(a, b, c, d) & mask;
        while (slots[slot] != 0 && !isAt(WIDTH * (slots[slot] - 1), a, b, c, d)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private boolean isAt(int at, int a, int b, int c, int d) {
        return values[at] == a && values[at + 1] == b && values[at + 2] == c && values[at + 3] == d;
    }

    private static int hash(int a, int b, int c, int d) {
        // With a small factor, a path and a name would collide with the next path and the previous name.
        long hash = (((a * FACTOR + b) * FACTOR + c) * FACTOR + d) * FACTOR;
        return (int) (hash >>> 32 ^ hash >>> 47);
    }

    private void grow() {
        slots = new int[2 * slots.length];
        for (int number = 0; number < size; number++) {
            int at = WIDTH * number;
            slots[slot(values[at], values[at + 1], values[at + 2], values[at + 3])] = number + 1;
        }
    }
}
