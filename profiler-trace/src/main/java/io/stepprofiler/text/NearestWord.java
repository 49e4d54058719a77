package io.stepprofiler.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Known word that a mistyped word most likely means: it begins with it, else takes the fewest changes of a letter. */
public final class NearestWord {
    private NearestWord() {}

    /**
     * {@return the nearest of some words, the first of equally near ones}
     *
     * @param typed the mistyped word
     * @param known one or more words
     */
    public static String to(String typed, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparing((String each) -> !each.startsWith(typed))
                        .thenComparingInt(each -> distance(typed, each)))
                .orElseThrow();
    }

    /**
     * {@return the nearest of some words if it differs by two letters at most, or by one in four}
     *
     * @param typed the mistyped word
     * @param known the words
     */
    public static Optional<String> near(String typed, Collection<String> known) {
        return known.isEmpty()
                ? Optional.empty()
                : Optional.of(to(typed, known))
                        .filter(word -> distance(typed, word) <= Math.max(2, typed.length() / 4));
    }

    /** Number of letters to insert, delete or replace in one word to get the other: a row of the table at a time. */
    static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[other.length()];
    }
}
