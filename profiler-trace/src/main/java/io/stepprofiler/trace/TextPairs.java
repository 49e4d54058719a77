package io.stepprofiler.trace;

import io.stepprofiler.text.OneLine;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Pairs of keys and values as one line of text, {@code key=value; key=value}, the form of some metadata values. */
final class TextPairs {
    private final Map<String, String> values = new LinkedHashMap<>();

    TextPairs() {}

    /** The pairs of a text; anything else in it is ignored. */
    static TextPairs of(String text) {
        TextPairs pairs = new TextPairs();
        for (String each : text.split("; ", -1)) {
            int equals = each.indexOf('=');
            if (equals > 0) {
                pairs.values.put(each.substring(0, equals), each.substring(equals + 1));
            }
        }
        return pairs;
    }

    /** Adds a pair whose value is not empty. */
    void add(String key, String value) {
        if (!value.isEmpty()) {
            values.put(key, OneLine.of(value).replace(';', ','));
        }
    }

    void add(String key, long value) {
        add(key, String.valueOf(value));
    }

    String text(String key) {
        return values.getOrDefault(key, "");
    }

    /** A number of 0 or more. */
    OptionalLong number(String key) {
        try {
            long value = Long.parseLong(text(key));
            return value < 0 ? OptionalLong.empty() : OptionalLong.of(value);
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** A number above 0. */
    OptionalDouble fraction(String key) {
        try {
            double value = Double.parseDouble(text(key));
            return value > 0 ? OptionalDouble.of(value) : OptionalDouble.empty();
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    /** The pairs whose keys begin with a prefix, by the rest of their keys. */
    Map<String, String> startingWith(String prefix) {
        Map<String, String> found = new LinkedHashMap<>();
        values.forEach((key, value) -> {
            if (key.startsWith(prefix)) {
                found.put(key.substring(prefix.length()), value);
            }
        });
        return found;
    }

    MetadataValue toMetadata() {
        return new MetadataValue(
                values.entrySet().stream()
                        .map(pair -> pair.getKey() + "=" + pair.getValue())
                        .collect(Collectors.joining("; ")),
                false);
    }
}
