package io.stepprofiler.wire;

/** The names of counters in files of this profiler, where tools identify counters by name alone. */
public final class CounterText {
    private CounterText() {}

    /**
     * {@return the name of a counter without its domain, which is before it}
     *
     * @param text the name in the file
     * @param domain the domain; empty if it has none
     */
    public static String withoutDomain(String text, String domain) {
        String before = domain + "/";
        return domain.isEmpty() || !text.startsWith(before) ? text : text.substring(before.length());
    }
}
