package io.stepprofiler.report.page;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Texts by number, in alphabetical order, each written as the length of the prefix shared with the previous text, and
 * the rest.
 */
final class TextTable {
    private final List<String> sorted;
    private final Map<String, Integer> numbers = new HashMap<>();

    TextTable(Collection<String> texts) {
        sorted = texts.stream().sorted().distinct().toList();
        for (int i = 0; i < sorted.size(); i++) {
            numbers.put(sorted.get(i), i);
        }
    }

    int number(String text) {
        Integer known = numbers.get(text);
        if (known == null) {
            throw new IllegalArgumentException("The table does not have " + text);
        }
        return known;
    }

    void write(ColumnWriter out) throws IOException {
        out.number(sorted.size());
        String before = "";
        for (String text : sorted) {
            int shared = shared(before, text);
            out.number(shared);
            out.text(text.substring(shared));
            before = text;
        }
    }

    private static int shared(String one, String other) {
        int most = Math.min(one.length(), other.length());
        int shared = 0;
        while (shared < most && one.charAt(shared) == other.charAt(shared)) {
            shared++;
        }
        // UTF-8 cannot encode half a surrogate pair.
        return shared > 0 && Character.isHighSurrogate(other.charAt(shared - 1)) ? shared - 1 : shared;
    }
}
