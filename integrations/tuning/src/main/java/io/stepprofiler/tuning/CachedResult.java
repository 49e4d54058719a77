package io.stepprofiler.tuning;

import java.util.TreeSet;

/**
 * A result and its key in a cache.
 *
 * @param key the key
 * @param result the result
 */
record CachedResult(CacheKey key, TuningResult result) {
    /** Refuses an inconsistent result. */
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
