package io.stepprofiler.source;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of a span: names with a number, a truth value or a text each. They become the arguments of the event in
 * the trace, in the order in which they were put.
 *
 * <p>Reusable as a {@link SpanReport} is:
 *
 * <pre>{@code
 * Attributes attributes = new Attributes();
 * for (Kernel kernel : kernels) {
 *     attributes.clear().put("registers", kernel.registers()).put("occupancy", kernel.occupancy());
 *     sink.span(span.named(kernel.name(), kernel.start(), kernel.duration()).attributes(attributes));
 * }
 * }</pre>
 *
 * <p>A sink copies them. Putting allocates nothing once an earlier span had at least this number of attributes. Keys
 * should be constants, which a sink recognizes without comparing them. Used by one thread at a time.
 */
public final class Attributes {
    /** The attributes of spans without any; stays empty. */
    static final Attributes NONE = new Attributes();

    private static final int FIRST_CAPACITY = 16;

    private enum Type {
        LONG,
        DOUBLE,
        BOOLEAN,
        TEXT
    }

    /** Visitor of attributes, one at a time. */
    public interface Visitor {
        /**
         * Takes a whole number.
         *
         * @param key name of the attribute
         * @param value its value
         */
        void number(String key, long value);

        /**
         * Takes a number.
         *
         * @param key name of the attribute
         * @param value its value; may be infinite or not a number
         */
        void number(String key, double value);

        /**
         * Takes a truth value.
         *
         * @param key name of the attribute
         * @param value its value
         */
        void truth(String key, boolean value);

        /**
         * Takes a text.
         *
         * @param key name of the attribute
         * @param value its value
         */
        void text(String key, String value);
    }

    private String[] keys = new String[FIRST_CAPACITY];
    private Type[] types = new Type[FIRST_CAPACITY];
    private long[] bits = new long[FIRST_CAPACITY];
    private @Nullable String[] texts = new String[FIRST_CAPACITY];
    private int size;

    /** No attributes yet. */
    public Attributes() {}

    /**
     * Removes all attributes.
     *
     * @return these attributes
     */
    public Attributes clear() {
        size = 0;
        return this;
    }

    /**
     * Puts a whole number.
     *
     * @param key name of the attribute; the last of two with the same name counts
     * @param value any whole number
     * @return these attributes
     */
    public Attributes put(String key, long value) {
        return add(key, Type.LONG, value, null);
    }

    /**
     * Puts a number.
     *
     * @param key name of the attribute; the last of two with the same name counts
     * @param value any number; may be infinite or not a number
     * @return these attributes
     */
    public Attributes put(String key, double value) {
        return add(key, Type.DOUBLE, Double.doubleToRawLongBits(value), null);
    }

    /**
     * Puts a truth value.
     *
     * @param key name of the attribute; the last of two with the same name counts
     * @param value its value
     * @return these attributes
     */
    public Attributes put(String key, boolean value) {
        return add(key, Type.BOOLEAN, value ? 1 : 0, null);
    }

    /**
     * Puts a text. It is interned in the trace: meant for recurring texts, such as the name of a context.
     *
     * @param key name of the attribute; the last of two with the same name counts
     * @param value any text; null puts nothing
     * @return these attributes
     */
    public Attributes put(String key, String value) {
        return value == null ? this : add(key, Type.TEXT, 0, value);
    }

    /** {@return how many attributes there are} */
    public int size() {
        return size;
    }

    /**
     * Passes the attributes to a visitor, in the order in which they were put.
     *
     * @param visitor takes each of them
     */
    public void forEach(Visitor visitor) {
        for (int i = 0; i < size; i++) {
            String text = texts[i];
            switch (types[i]) {
                case LONG -> visitor.number(keys[i], bits[i]);
                case DOUBLE -> visitor.number(keys[i], Double.longBitsToDouble(bits[i]));
                case BOOLEAN -> visitor.truth(keys[i], bits[i] != 0);
                case TEXT -> visitor.text(keys[i], text == null ? "" : text);
            }
        }
    }

    private Attributes add(String key, Type type, long value, @Nullable String text) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, 2 * size);
            types = Arrays.copyOf(types, 2 * size);
            bits = Arrays.copyOf(bits, 2 * size);
            texts = Arrays.copyOf(texts, 2 * size);
        }
        keys[size] = key;
        types[size] = type;
        bits[size] = value;
        texts[size] = text;
        size++;
        return this;
    }
}
