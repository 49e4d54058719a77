package io.stepprofiler.readers.intake;

import java.util.Arrays;

/** Arguments of one event, in their order. */
public final class ArgumentList {
    /** Type of a value. */
    public enum Type {
        /** A whole number. */
        LONG,
        /** A number. */
        DOUBLE,
        /** True or false. */
        BOOLEAN,
        /** A text. */
        TEXT
    }

    /** An event with more is none that anybody wrote to be read. */
    public static final int MOST = 4096;

    private String[] keys = new String[16];
    private Type[] types = new Type[16];
    private long[] bits = new long[16];
    private String[] texts = new String[16];
    private int size;

    /** No arguments. */
    public ArgumentList() {}

    /** Forgets them. */
    public void clear() {
        Arrays.fill(keys, 0, size, "");
        Arrays.fill(texts, 0, size, "");
        size = 0;
    }

    /** {@return the same arguments, which do not change with these} */
    public ArgumentList copy() {
        ArgumentList copy = new ArgumentList();
        copy.keys = Arrays.copyOf(keys, keys.length);
        copy.types = Arrays.copyOf(types, types.length);
        copy.bits = Arrays.copyOf(bits, bits.length);
        copy.texts = Arrays.copyOf(texts, texts.length);
        copy.size = size;
        return copy;
    }

    /** {@return how many there are} */
    public int size() {
        return size;
    }

    /** {@return whether there are as many as may be} */
    public boolean isFull() {
        return size == MOST;
    }

    /**
     * Adds one.
     *
     * @param key its key
     * @param value its value
     */
    public void add(String key, long value) {
        add(key, Type.LONG, value, "");
    }

    /**
     * Adds one.
     *
     * @param key its key
     * @param value its value
     */
    public void add(String key, double value) {
        add(key, Type.DOUBLE, Double.doubleToRawLongBits(value), "");
    }

    /**
     * Adds one.
     *
     * @param key its key
     * @param value its value
     */
    public void add(String key, boolean value) {
        add(key, Type.BOOLEAN, value ? 1 : 0, "");
    }

    /**
     * Adds one.
     *
     * @param key its key
     * @param value its value
     */
    public void add(String key, String value) {
        add(key, Type.TEXT, 0, value);
    }

    /**
     * {@return the key of one}
     *
     * @param index which one
     */
    public String key(int index) {
        return keys[index];
    }

    /**
     * {@return the type of one}
     *
     * @param index which one
     */
    public Type type(int index) {
        return types[index];
    }

    /**
     * {@return whether one is a number}
     *
     * @param index which one
     */
    public boolean isNumber(int index) {
        return types[index] == Type.LONG || (types[index] == Type.DOUBLE && !Double.isNaN(real(index)));
    }

    /**
     * {@return the value of one: a whole number, or 1 if it is true}
     *
     * @param index which one
     */
    public long number(int index) {
        return bits[index];
    }

    /**
     * {@return the value of one: a number}
     *
     * @param index which one
     */
    public double real(int index) {
        return Double.longBitsToDouble(bits[index]);
    }

    /**
     * {@return the value of one: a text}
     *
     * @param index which one
     */
    public String text(int index) {
        return texts[index];
    }

    /**
     * {@return a whole number}
     *
     * @param key its key
     * @param otherwise what is given where there is none
     */
    public long number(String key, long otherwise) {
        int at = indexOf(key);
        return at >= 0 && types[at] == Type.LONG ? bits[at] : otherwise;
    }

    /**
     * {@return whether there is one that is true}
     *
     * @param key its key
     */
    public boolean isTrue(String key) {
        int at = indexOf(key);
        return at >= 0 && types[at] == Type.BOOLEAN && bits[at] != 0;
    }

    /**
     * {@return a text; an empty one where there is none}
     *
     * @param key its key
     */
    public String text(String key) {
        int at = indexOf(key);
        return at >= 0 && types[at] == Type.TEXT ? texts[at] : "";
    }

    /** The last one with this key; below 0 if there is none. */
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
