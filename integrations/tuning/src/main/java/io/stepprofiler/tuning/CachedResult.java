package io.stepprofiler.tuning;

import java.util.TreeSet;

/**
 * A result and its key, as a cache has them.
 *
 * @param key the question
 * @param result the answer
 */
record CachedResult(CacheKey key, TuningResult result) {
    /** Refuses what no result can be. */
    CachedResult {
        TreeSet<String> others = new TreeSet<>();
        result.variants().forEach(variant -> require(others.add(variant.id()) && variant.isMeasured()));
        require(others.remove(result.fastest()));
        result.differences().forEach(difference -> require(others.remove(difference.id())));
        require(others.isEmpty());
    }

    private static void require(boolean isTrue) {
        if (!isTrue) {
            throw new IllegalArgumentException("variants, fastest and differences of a result do not fit together");
        }
    }
}
