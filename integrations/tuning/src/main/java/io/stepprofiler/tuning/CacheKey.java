package io.stepprofiler.tuning;

import java.util.List;

/**
 * Key of a result in a cache.
 *
 * @param function name of the function
 * @param variants ids of the variants, sorted
 * @param inputs texts of the inputs on which times depend, in the order given
 * @param deviceTime whether times of devices were requested
 * @param confidence the requested probability
 * @param machine the machine of the measurement
 */
record CacheKey(
        String function,
        List<String> variants,
        List<String> inputs,
        boolean deviceTime,
        double confidence,
        Machine machine) {
    CacheKey {
        variants = variants.stream().sorted().toList();
        inputs = List.copyOf(inputs);
    }
}
