package io.stepprofiler.agent.options;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Finds the name that was probably meant: the one that takes the fewest insertions, deletions and replacements. */
final class NearestName {
    private NearestName() {}

    /** The first of the nearest; upper and lower case do not count. */
    static String to(String given, List<String> names) {
        String lower = given.toLowerCase(Locale.ROOT);
        return names.stream()
                .min(Comparator.comparingInt(name -> distance(lower, name.toLowerCase(Locale.ROOT))))
                .orElseThrow();
    }

    /** Levenshtein's distance, row by row. */
    static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
