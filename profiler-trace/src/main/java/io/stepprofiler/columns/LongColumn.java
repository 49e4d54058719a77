package io.stepprofiler.columns;

import java.util.Arrays;

/** Column of a long for each event or row, which takes no memory as long as all of them are the default. */
public final class LongColumn {
    private final long none;
    private final int most;
    private long[] values = {};

    /**
     * An empty column.
     *
     * @param none the default
     */
    public LongColumn(long none) {
        this(none, Integer.MAX_VALUE);
    }

    /** Creates a column with room for at most {@code most} events. */
    LongColumn(long none, int most) {
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
    public long get(int index) {
        return index < values.length ? values[index] : none;
    }

    /**
     * Sets the value of an event.
     *
     * @param index index of the event
     * @param value its value
     */
    public void set(int index, long value) {
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

    LongColumn copy() {
        LongColumn copy = new LongColumn(none, most);
        copy.values = values.clone();
        return copy;
    }

    /** Returns this column in another order: place {@code i} is taken by the present value {@code order[i]}. */
    LongColumn reordered(Integer[] order) {
        LongColumn result = new LongColumn(none, most);
        for (int i = isEmpty() ? -1 : order.length - 1; i >= 0; i--) {
            result.set(i, get(order[i]));
        }
        return result;
    }
}
