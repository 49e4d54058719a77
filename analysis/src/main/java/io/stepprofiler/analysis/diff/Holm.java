package io.stepprofiler.analysis.diff;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Holm's test of several hypotheses, of which one is refused by chance with a probability of at most alpha in all. */
final class Holm {
    private Holm() {}

    static <K> Map<K, Boolean> sure(Map<K, Double> probabilities, double alpha) {
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
