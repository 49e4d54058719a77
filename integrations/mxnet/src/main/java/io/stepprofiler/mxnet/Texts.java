package io.stepprofiler.mxnet;

import io.stepprofiler.trace.OneLine;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Texts of messages about what the caller gives, and names as MXNet writes them. */
final class Texts {
    private static final int SHOWN = 80;

    private Texts() {}

    static IllegalArgumentException refused(String parameter, Object value, String why) {
        return new IllegalArgumentException(parameter + " = " + shortened(value) + " is not allowed: " + why);
    }

    /** A value from outside, cut and on one line. */
    static String shortened(Object value) {
        String text = String.valueOf(value);
        return OneLine.of(text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text);
    }

    /** The text of a value that is given for a key. */
    static String given(String key, @Nullable Object value) {
        if (value == null) {
            throw refused(key, "null", "leave the key out for its default");
        }
        return value.toString();
    }

    /** The name of a constant as MXNet writes it. */
    static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** A value that must not be null, for parameters whose values have names. */
    static <E extends Enum<E>> E given(String parameter, @Nullable E value, E[] allowed) {
        if (value == null) {
            throw refused(parameter, "null", mustBe(allowed));
        }
        return value;
    }

    private static <E extends Enum<E>> String mustBe(E[] allowed) {
        return "must be one of " + Arrays.stream(allowed).map(Texts::lower).collect(Collectors.joining(", "));
    }

    static <E extends Enum<E>> E oneOf(String parameter, String name, E[] allowed) {
        return Arrays.stream(allowed)
                .filter(each -> lower(each).equals(name))
                .findFirst()
                .orElseThrow(() -> refused(parameter, name, mustBe(allowed)));
    }
}
