package io.stepprofiler.analysis.statistics;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Holm's test of several hypotheses, of which one is refused by chance with a probability of at most alpha in all. */
public final class Holm {
    private Holm() {}

    /**
     * {@return whether each hypothesis is refused}
     *
     * @param probabilities the probability of each by chance
     * @param alpha the probability of an error in all
     * @param <K> keys of hypotheses
     */
    public static <K> Map<K, Boolean> sure(Map<K, Double> probabilities, double alpha) {
        List<Map.Entry<K, Double>> ascending = probabilities.entrySet().stream()
                .sorted(Comparator.comparingDouble(Map.Entry::getValue))
                .toList();
        Map<K, Boolean> sure = new LinkedHashMap<>();
        boolean isSure = true;
        for (int i = 0; i < ascending.size(); i++) {
            isSure &= ascending.get(i).getValue() <= alpha / (ascending.size() - i) + 1e-12;
            sure.put(ascending.get(i).getKey(), isSure);
        }
        return sure;
    }
}
