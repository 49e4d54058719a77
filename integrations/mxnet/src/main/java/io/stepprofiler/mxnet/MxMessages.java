package io.stepprofiler.mxnet;

import io.stepprofiler.text.OneLine;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Messages about arguments, and names as in MXNet. */
final class MxMessages {
    private static final int SHOWN = 80;

    private MxMessages() {}

    static IllegalArgumentException refused(String parameter, Object value, String why) {
        return new IllegalArgumentException(parameter + " = " + shortened(value) + " is not allowed: " + why);
    }

    /** Returns a value, shortened and on one line. */
    static String shortened(Object value) {
        String text = String.valueOf(value);
        return OneLine.of(text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text);
    }

    /** Returns the text of a key's value, which must not be null. */
    static String given(String key, @Nullable Object value) {
        if (value == null) {
            throw refused(key, "null", "leave the key out for its default");
        }
        return value.toString();
    }

    /** Returns the name of a constant as in MXNet. */
    static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Returns a value that must not be null; the message lists the allowed names. */
    static <E extends Enum<E>> E given(String parameter, @Nullable E value, E[] allowed) {
        if (value == null) {
            throw refused(parameter, "null", mustBe(allowed));
        }
        return value;
    }

    private static <E extends Enum<E>> String mustBe(E[] allowed) {
        return "must be one of " + Arrays.stream(allowed).map(MxMessages::lower).collect(Collectors.joining(", "));
    }

    static <E extends Enum<E>> E oneOf(String parameter, String name, E[] allowed) {
        return Arrays.stream(allowed)
                .filter(each -> lower(each).equals(name))
                .findFirst()
                .orElseThrow(() -> refused(parameter, name, mustBe(allowed)));
    }
}
