package io.stepprofiler.columns;

import java.util.Arrays;

/** Column of an int for each event, which takes no memory as long as all of them are the default. */
public final class IntColumn {
    private final int none;
    private final int most;
    private int[] values = {};

    IntColumn(int none) {
        this(none, Integer.MAX_VALUE);
    }

    /** Creates a column with room for at most {@code most} events. */
    IntColumn(int none, int most) {
        this.none = none;
        this.most = most;
    }

    int capacity() {
        return values.length;
    }

    boolean isEmpty() {
        return values.length == 0;
    }

    /**
     * {@return the value of an event}
     *
     * @param index index of the event
     */
    public int get(int index) {
        return index < values.length ? values[index] : none;
    }

    /**
     * Sets the value of an event.
     *
     * @param index index of the event
     * @param value its value
     */
    public void set(int index, int value) {
        if (index >= values.length) {
            if (value == none) {
                return;
            }
            int used = values.length;
            values = Arrays.copyOf(values, Math.min(most, Math.max(16, index + (index >> 1) + 1)));
            Arrays.fill(values, used, values.length, none);
        }
        values[index] = value;
    }

    IntColumn copy() {
        IntColumn copy = new IntColumn(none, most);
        copy.values = values.clone();
        return copy;
    }

    /** Replaces each value that is not the default by the element of {@code numbers} at that index. */
    void renumber(int[] numbers) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] != none) {
                values[i] = numbers[values[i]];
            }
        }
    }

    /** Returns this column in another order: place {@code i} is taken by the present value {@code order[i]}. */
    IntColumn reordered(Integer[] order) {
        IntColumn result = new IntColumn(none, most);
        for (int i = isEmpty() ? -1 : order.length - 1; i >= 0; i--) {
            result.set(i, get(order[i]));
        }
        return result;
    }
}
