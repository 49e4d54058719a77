package io.stepprofiler.trace;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** The arguments of one track's events as growing columns, in the order of the events once {@link #sort} has run. */
final class ArgumentColumns {
    static final byte LONG = 0;
    static final byte DOUBLE = 1;
    static final byte TEXT = 2;
    static final byte BOOLEAN = 3;

    private int[] events = {};
    private int[] keyIds = {};
    private byte[] types = {};
    private long[] bits = {};
    private int size;

    ArgumentColumns copy() {
        ArgumentColumns copy = new ArgumentColumns();
        copy.events = Arrays.copyOf(events, size);
        copy.keyIds = Arrays.copyOf(keyIds, size);
        copy.types = Arrays.copyOf(types, size);
        copy.bits = Arrays.copyOf(bits, size);
        copy.size = size;
        return copy;
    }

    /** Replaces the numbers of keys and texts by those that other texts have for them. */
    void renumber(TextNumbers numbers) {
        for (int i = 0; i < size; i++) {
            keyIds[i] = numbers.names()[keyIds[i]];
            if (types[i] == TEXT) {
                bits[i] = numbers.names()[(int) bits[i]];
            }
        }
    }

    /** Adds the arguments that {@code from} has for event {@code row} to event {@code event}; to be sorted afterwards. */
    void add(int event, ArgumentColumns from, int row) {
        for (int i = from.firstOf(row); i >= 0 && i < from.size && from.events[i] == row; i++) {
            add(event, from.keyIds[i], from.types[i], from.bits[i]);
        }
    }

    /** Where the arguments of an event begin; below 0 if it has none. */
    private int firstOf(int event) {
        int at = Arrays.binarySearch(events, 0, size, event);
        while (at > 0 && events[at - 1] == event) {
            at--;
        }
        return at;
    }

    /** Appends an argument; {@code value} is the long, the double's raw bits, the name id of the text, or 0 or 1. */
    void add(int event, int keyId, byte type, long value) {
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

    int size() {
        return size;
    }

    /** Puts the arguments into the order of their events, after event {@code i} has become {@code newIndex[i]}. */
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
        int[] order = IntStream.range(0, size)
                .boxed()
                .sorted(Comparator.comparingInt(i -> events[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        int[] oldEvents = events.clone();
        int[] oldKeys = keyIds.clone();
        byte[] oldTypes = types.clone();
        long[] oldBits = bits.clone();
        for (int i = 0; i < size; i++) {
            events[i] = oldEvents[order[i]];
            keyIds[i] = oldKeys[order[i]];
            types[i] = oldTypes[order[i]];
            bits[i] = oldBits[order[i]];
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

    void forEach(ThreadSegment.Arguments taker) {
        for (int i = 0; i < size; i++) {
            switch (types[i]) {
                case LONG -> taker.number(events[i], keyIds[i], bits[i]);
                case DOUBLE -> taker.number(events[i], keyIds[i], Double.longBitsToDouble(bits[i]));
                case BOOLEAN -> taker.truth(events[i], keyIds[i], bits[i] != 0);
                default -> taker.text(events[i], keyIds[i], (int) bits[i]);
            }
        }
    }

    Map<String, Object> of(int event, Interned<Name> names) {
        int at = firstOf(event);
        if (at < 0) {
            return Map.of();
        }
        Map<String, Object> arguments = new LinkedHashMap<>();
        for (; at < size && events[at] == event; at++) {
            arguments.put(names.value(keyIds[at]).text(), value(at, names));
        }
        return arguments;
    }

    private Object value(int at, Interned<Name> names) {
        return switch (types[at]) {
            case LONG -> bits[at];
            case DOUBLE -> Double.longBitsToDouble(bits[at]);
            case BOOLEAN -> bits[at] != 0;
            default -> names.value((int) bits[at]).text();
        };
    }
}
