package io.stepprofiler.jvm;

import io.stepprofiler.source.Attributes;

/**
 * More about a span of the virtual machine: what it was done to, and a number that goes with it.
 *
 * @param key what the text is, such as {@code class}
 * @param text the name of what was loaded or compiled; empty if nothing is known
 * @param numberKey what the number is, such as {@code thread}
 * @param number the number; negative if it is not known
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
