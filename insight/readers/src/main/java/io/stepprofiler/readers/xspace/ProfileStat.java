package io.stepprofiler.readers.xspace;

import io.stepprofiler.readers.xspace.proto.XStat;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

/**
 * A named value of an event, of its kind or of a plane.
 *
 * @param name its name; empty if the file has none for it
 * @param type the type it has in the file
 * @param value the value: a {@link Long} for whole numbers, negative for unsigned ones beyond {@link Long#MAX_VALUE}; a
 *     {@link Double}; a {@link String}; a read-only {@link ByteBuffer}; an empty text if there is none
 */
public record ProfileStat(String name, Type type, Object value) {
    /** Type of a value in the file. */
    public enum Type {
        /** The value was not set. */
        NONE,
        /** A floating point number. */
        DOUBLE,
        /** A whole number without a sign. */
        UNSIGNED,
        /** A whole number. */
        SIGNED,
        /** A text. */
        TEXT,
        /** Bytes. */
        BYTES,
        /** A text that the file holds once for many values. */
        REFERENCE
    }

    static ProfileStat of(String name, XStat stat, ProfilePlane plane) {
        return switch (stat.getValueCase()) {
            case DOUBLE_VALUE -> new ProfileStat(name, Type.DOUBLE, stat.getDoubleValue());
            case UINT64_VALUE -> new ProfileStat(name, Type.UNSIGNED, stat.getUint64Value());
            case INT64_VALUE -> new ProfileStat(name, Type.SIGNED, stat.getInt64Value());
            case STR_VALUE -> new ProfileStat(name, Type.TEXT, stat.getStrValue());
            case BYTES_VALUE ->
                new ProfileStat(name, Type.BYTES, stat.getBytesValue().asReadOnlyByteBuffer());
            case REF_VALUE -> new ProfileStat(name, Type.REFERENCE, plane.statName(stat.getRefValue()));
            case VALUE_NOT_SET -> new ProfileStat(name, Type.NONE, "");
        };
    }

    /** {@return the value if it is a whole number that a {@code long} holds} */
    public OptionalLong asLong() {
        boolean fits = type == Type.SIGNED || (type == Type.UNSIGNED && (Long) value >= 0);
        return fits ? OptionalLong.of((Long) value) : OptionalLong.empty();
    }

    /** {@return the value as text: numbers in decimal, the number of bytes, empty if there is none} */
    public String asText() {
        return switch (type) {
            case UNSIGNED -> Long.toUnsignedString((Long) value);
            case BYTES -> ((ByteBuffer) value).remaining() + " bytes";
            default -> value.toString();
        };
    }

    @Override
    public String toString() {
        return name + "=" + asText();
    }
}
