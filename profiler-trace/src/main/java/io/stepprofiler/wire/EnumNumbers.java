package io.stepprofiler.wire;

import java.io.IOException;

/**
 * Numbers of an enumeration's values in a schema: their ordinals. A test compares them, so that values are added at the
 * end, and to the schema. Immutable.
 *
 * @param <E> the enumeration
 */
public final class EnumNumbers<E extends Enum<E>> {
    private final E[] values;

    /**
     * Numbers of an enumeration.
     *
     * @param values all its values
     */
    public EnumNumbers(E[] values) {
        this.values = values.clone();
    }

    /**
     * {@return the number of a value}
     *
     * @param value the value
     */
    @SuppressWarnings("EnumOrdinal") // The purpose of this class.
    public int of(E value) {
        return value.ordinal();
    }

    /**
     * {@return the value of a number}
     *
     * @param number the number
     * @throws IOException if no value has it
     */
    public E value(int number) throws IOException {
        if (number < 0 || number >= values.length) {
            throw new IOException(
                    "Number " + number + " of " + values[0].getDeclaringClass().getSimpleName() + " is not known");
        }
        return values[number];
    }

    /**
     * {@return the value of a field}
     *
     * @param in the reader of the field
     * @throws IOException if no value has the number
     */
    public E read(WireReader in) throws IOException {
        return value(in.count(Integer.MAX_VALUE));
    }

    /**
     * {@return the next value of a packed column}
     *
     * @param column the column
     * @throws IOException if no value has the number
     */
    public E next(WireReader column) throws IOException {
        return values[column.varintBelow(values.length)];
    }
}
