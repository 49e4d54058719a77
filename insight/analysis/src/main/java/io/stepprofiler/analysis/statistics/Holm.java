package io.stepprofiler.analysis.statistics;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Holm's test of several hypotheses: the probability of rejecting any true one is at most alpha. */
public final class Holm {
    private Holm() {}

    /**
     * {@return whether each hypothesis is rejected}
     *
     * @param probabilities the p-value of each hypothesis
     * @param alpha the family-wise error rate
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
