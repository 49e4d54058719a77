package io.stepprofiler.columns;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Arguments of one track's events as growing columns, in the order of the events once {@link #sort} has run. */
public final class ArgumentColumns {
    /** Type of a whole number. */
    public static final byte LONG = 0;

    /** Type of a floating point number. */
    public static final byte DOUBLE = 1;

    /** Type of a text. */
    public static final byte TEXT = 2;

    /** Type of a truth value. */
    public static final byte BOOLEAN = 3;

    private int[] events = {};
    private int[] keyIds = {};
    private byte[] types = {};
    private long[] bits = {};
    private int size;

    /** Creates empty columns. */
    public ArgumentColumns() {}

    ArgumentColumns copy() {
        ArgumentColumns copy = new ArgumentColumns();
        copy.events = Arrays.copyOf(events, size);
        copy.keyIds = Arrays.copyOf(keyIds, size);
        copy.types = Arrays.copyOf(types, size);
        copy.bits = Arrays.copyOf(bits, size);
        copy.size = size;
        return copy;
    }

    /** Translates keys and texts to the numbers of other tables. */
    void renumber(NameNumbers numbers) {
        for (int i = 0; i < size; i++) {
            keyIds[i] = numbers.names[keyIds[i]];
            if (types[i] == TEXT) {
                bits[i] = numbers.names[(int) bits[i]];
            }
        }
    }

    /**
     * Adds the arguments that {@code from} has for event {@code row} to event {@code event}; to be sorted afterwards.
     */
    void add(int event, ArgumentColumns from, int row) {
        for (int i = from.firstOf(row); i >= 0 && i < from.size && from.events[i] == row; i++) {
            add(event, from.keyIds[i], from.types[i], from.bits[i]);
        }
    }

    /** Returns the index of the first argument of an event; below 0 if it has none. */
    private int firstOf(int event) {
        int at = Arrays.binarySearch(events, 0, size, event);
        while (at > 0 && events[at - 1] == event) {
            at--;
        }
        return at;
    }

    /**
     * Appends an argument.
     *
     * @param event index of the event
     * @param keyId name that is its key
     * @param type type of its value
     * @param value the long, the double's raw bits, the name id of the text, or 0 or 1
     */
    public void add(int event, int keyId, byte type, long value) {
        if (size == events.length) {
            int capacity = Math.max(16, size * 2);
            events = Arrays.copyOf(events, capacity);
            keyIds = Arrays.copyOf(keyIds, capacity);
            types = Arrays.copyOf(types, capacity);
            bits = Arrays.copyOf(bits, capacity);
        }
        events[size] = event;
        keyIds[size] = keyId;
        types[size] = type;
        bits[size] = value;
        size++;
    }

    /** {@return the number of arguments} */
    public int size() {
        return size;
    }

    /** Replaces each event {@code i} by {@code newIndex[i]}; the arguments are to be sorted afterwards. */
    void renumber(int[] newIndex) {
        for (int i = 0; i < size; i++) {
            events[i] = newIndex[events[i]];
        }
    }

    /** Sorts by event; the arguments of one event stay in the order they were given. */
    void sort() {
        if (isInOrder()) {
            return;
        }
        // Sorts longs of event and place: there may be a dozen arguments for each of a million events.
        long[] order = new long[size];
        for (int i = 0; i < size; i++) {
            order[i] = ((long) events[i] << Integer.SIZE) | i;
        }
        Arrays.sort(order);
        int[] oldEvents = events.clone();
        int[] oldKeys = keyIds.clone();
        byte[] oldTypes = types.clone();
        long[] oldBits = bits.clone();
        for (int i = 0; i < size; i++) {
            int from = (int) order[i];
            events[i] = oldEvents[from];
            keyIds[i] = oldKeys[from];
            types[i] = oldTypes[from];
            bits[i] = oldBits[from];
        }
    }

    private boolean isInOrder() {
        for (int i = 1; i < size; i++) {
            if (events[i - 1] > events[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * {@return the event of an argument}
     *
     * @param index index of the argument
     */
    public int event(int index) {
        return events[index];
    }

    /**
     * {@return the name that is the key of an argument}
     *
     * @param index index of the argument
     */
    public int keyId(int index) {
        return keyIds[index];
    }

    /**
     * {@return the type of the value of an argument}
     *
     * @param index index of the argument
     */
    public byte type(int index) {
        return types[index];
    }

    /**
     * {@return the value of an argument as it was added}
     *
     * @param index index of the argument
     */
    public long bits(int index) {
        return bits[index];
    }

    /**
     * {@return the arguments of an event by their keys, in the order they were given}
     *
     * @param event index of the event
     * @param names tables of the keys and texts
     */
    public Map<String, Object> of(int event, NameTables names) {
        int at = firstOf(event);
        if (at < 0) {
            return Map.of();
        }
        Map<String, Object> arguments = new LinkedHashMap<>();
        for (; at < size && events[at] == event; at++) {
            arguments.put(names.name(keyIds[at]), value(at, names));
        }
        return arguments;
    }

    private Object value(int at, NameTables names) {
        return switch (types[at]) {
            case LONG -> bits[at];
            case DOUBLE -> Double.longBitsToDouble(bits[at]);
            case BOOLEAN -> bits[at] != 0;
            default -> names.name((int) bits[at]);
        };
    }
}
