package io.stepprofiler.wire;

/** The names of counters in files of this profiler, which tools know by their names alone. */
public final class CounterText {
    private CounterText() {}

    /**
     * {@return the name of a counter without its domain} That is before it, and once more behind it in brackets where
     * another counter would be called the same.
     *
     * @param text the name in the file
     * @param domain the domain; empty if it has none
     */
    public static String withoutDomain(String text, String domain) {
        String before = domain + "/";
        if (domain.isEmpty() || !text.startsWith(before)) {
            return text;
        }
        String name = text.substring(before.length());
        String behind = " (" + domain + ")";
        return name.endsWith(behind) ? name.substring(0, name.length() - behind.length()) : name;
    }
}
