package io.stepprofiler.packaging;

import java.util.ArrayList;
import java.util.List;

/** Records with the methods that the virtual machine makes, and what these answer. */
public final class Records {
    private Records() {}

    @SuppressWarnings("ArrayRecordComponent") // To be equal as records are.
    record Every(
            boolean yes,
            byte small,
            char letter,
            short shorter,
            int number,
            long large,
            float floating,
            double precise,
            String text,
            int[] array) {}

    record None() {}

    /** What two records of each differing component say of each other. */
    public static List<String> answers() {
        int[] array = {1};
        List<Object> all = new ArrayList<>(List.of(
                every(1, 1L, 1f, 1, "a", null),
                every(1, 1L, 1f, 1, "a", null),
                every(2, 1L, 1f, 1, "a", null),
                every(1, 1L << 40, 1f, 1, "a", null),
                every(1, 1L, Float.NaN, 1, "a", null),
                every(1, 1L, Float.NaN, 1, "a", null),
                every(1, 1L, 0f, 0.0, "a", null),
                every(1, 1L, 0f, -0.0, "a", null),
                every(1, 1L, 1f, 1, null, null),
                every(1, 1L, 1f, 1, "a", new int[] {1}),
                every(1, 1L, 1f, 1, "a", new int[0]),
                new Every(false, (byte) 1, 'a', (short) 1, 1, 1L, 1f, 1, "a", null),
                new Every(true, (byte) 2, 'a', (short) 1, 1, 1L, 1f, 1, "a", null),
                new Every(true, (byte) 1, 'b', (short) 1, 1, 1L, 1f, 1, "a", null),
                new Every(true, (byte) 1, 'a', (short) 2, 1, 1L, 1f, 1, "a", null),
                new None(),
                new None(),
                "another"));
        List<String> answers = new ArrayList<>();
        for (Object one : all) {
            all.forEach(other -> answers.add(String.valueOf(one.equals(other))));
        }
        answers.add(String.valueOf(every(1, 1L, 1f, 1, "a", array).equals(every(1, 1L, 1f, 1, "a", array))));
        answers.add(String.valueOf(every(3, 5L << 33, 7f, 0.1, "text", null).hashCode()));
        answers.add(String.valueOf(new None().hashCode()));
        return answers;
    }

    private static Every every(int number, long large, float floating, double precise, String text, int[] array) {
        return new Every(true, (byte) 1, 'a', (short) 1, number, large, floating, precise, text, array);
    }
}
