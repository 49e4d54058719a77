package io.stepprofiler.analysis.statistics;

import java.util.Random;
import java.util.function.Consumer;

/**
 * Divisions of the values of two sides into two sides of the same sizes, for permutation tests: all of them, or the
 * given one and a sample of the others if there are too many. The sample is the same each time.
 */
public final class Divisions {
    /** Most divisions of which none is left out: eight values against eight have 12,870. */
    private static final int MOST = 20_000;

    private Divisions() {}

    /**
     * Passes each division as the places of the second side, of which the first side's places come first.
     *
     * @param first number of values of the first side
     * @param second number of values of the second side
     * @param action receives the places in a list that it must not keep
     */
    public static void forEach(int first, int second, Consumer<int[]> action) {
        int[] chosen = new int[second];
        for (int i = 0; i < second; i++) {
            chosen[i] = i;
        }
        if (1 / Permutation.smallest(first, second) > MOST) {
            sample(first, second, chosen, action);
            return;
        }
        int last = 0;
        while (last >= 0) {
            action.accept(chosen);
            last = second - 1;
            while (last >= 0 && chosen[last] == first + last) {
                last--;
            }
            if (last >= 0) {
                chosen[last]++;
                for (int i = last + 1; i < second; i++) {
                    chosen[i] = chosen[i - 1] + 1;
                }
            }
        }
    }

    private static void sample(int first, int second, int[] chosen, Consumer<int[]> action) {
        int[] places = new int[first + second];
        for (int i = 0; i < places.length; i++) {
            // The given division comes first: a sample without it would make the test too sure.
            places[i] = (first + i) % places.length;
        }
        Random random = new Random(1);
        for (int division = 0; division <= MOST; division++) {
            System.arraycopy(places, 0, chosen, 0, second);
            action.accept(chosen);
            for (int i = 0; i < second; i++) {
                int other = i + random.nextInt(places.length - i);
                int place = places[other];
                places[other] = places[i];
                places[i] = place;
            }
        }
    }
}
