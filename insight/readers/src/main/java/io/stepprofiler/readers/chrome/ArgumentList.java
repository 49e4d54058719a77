package io.stepprofiler.readers.chrome;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Arguments of one event, in their order. */
final class ArgumentList {
    /** Type of a value. */
    enum Type {
        LONG,
        DOUBLE,
        BOOLEAN,
        TEXT
    }

    /** Limit of arguments; no writer of traces gives an event more. */
    static final int MOST = 4096;

    private static final Pattern DECIMAL = Pattern.compile("-?\\d{1,300}(?:\\.\\d{1,300})?(?:[eE][-+]?\\d{1,3})?");

    private String[] keys = new String[16];
    private Type[] types = new Type[16];
    private long[] bits = new long[16];
    private String[] texts = new String[16];
    private int size;

    /** Removes all arguments. */
    void clear() {
        Arrays.fill(keys, 0, size, "");
        Arrays.fill(texts, 0, size, "");
        size = 0;
    }

    int size() {
        return size;
    }

    boolean isFull() {
        return size == MOST;
    }

    void add(String key, long value) {
        add(key, Type.LONG, value, "");
    }

    void add(String key, double value) {
        add(key, Type.DOUBLE, Double.doubleToRawLongBits(value), "");
    }

    void add(String key, boolean value) {
        add(key, Type.BOOLEAN, value ? 1 : 0, "");
    }

    void add(String key, String value) {
        add(key, Type.TEXT, 0, value);
    }

    void addTo(List<Object> content) {
        for (int i = 0; i < size; i++) {
            content.addAll(List.of(keys[i], types[i], bits[i], texts[i]));
        }
    }

    String key(int index) {
        return keys[index];
    }

    Type type(int index) {
        return types[index];
    }

    /** True if a value is a number, which a text may state: it is a number from then on. */
    boolean isNumber(int index) {
        if (types[index] == Type.TEXT && DECIMAL.matcher(texts[index]).matches()) {
            types[index] = Type.DOUBLE;
            bits[index] = Double.doubleToRawLongBits(Double.parseDouble(texts[index]));
        }
        return types[index] == Type.LONG || (types[index] == Type.DOUBLE && !Double.isNaN(real(index)));
    }

    /** A whole number; for a boolean, 1 if it is true. */
    long number(int index) {
        return bits[index];
    }

    double real(int index) {
        return Double.longBitsToDouble(bits[index]);
    }

    String text(int index) {
        return texts[index];
    }

    /** The whole number of a key. */
    long number(String key, long otherwise) {
        int at = indexOf(key);
        return at >= 0 && types[at] == Type.LONG ? bits[at] : otherwise;
    }

    /** The text of a key; empty if there is none. */
    String text(String key) {
        int at = indexOf(key);
        return at >= 0 && types[at] == Type.TEXT ? texts[at] : "";
    }

    /** Index of the last argument with a key; below 0 if there is none. */
    private int indexOf(String key) {
        int at = size - 1;
        while (at >= 0 && !keys[at].equals(key)) {
            at--;
        }
        return at;
    }

    private void add(String key, Type type, long value, String text) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, 2 * size);
            types = Arrays.copyOf(types, 2 * size);
            bits = Arrays.copyOf(bits, 2 * size);
            texts = Arrays.copyOf(texts, 2 * size);
        }
        keys[size] = key;
        types[size] = type;
        bits[size] = value;
        texts[size++] = text;
    }
}
