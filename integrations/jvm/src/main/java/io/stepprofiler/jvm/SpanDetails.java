package io.stepprofiler.jvm;

import io.stepprofiler.source.Attributes;

/**
 * Details of a span of the virtual machine: a text and a number.
 *
 * @param key key of the text, such as {@code class}
 * @param text name of the loaded class or library, or compiled method; empty if unknown
 * @param numberKey key of the number, such as {@code thread}
 * @param number the number; negative if unknown
 */
record SpanDetails(String key, String text, String numberKey, long number) {
    static final SpanDetails NONE = new SpanDetails("", "", "", -1);

    Attributes putInto(Attributes attributes) {
        attributes.clear();
        if (!text.isEmpty()) {
            attributes.put(key, text);
        }
        return number < 0 ? attributes : attributes.put(numberKey, number);
    }
}
