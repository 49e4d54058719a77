package io.stepprofiler.tuning;

import java.util.List;

/**
 * Question that a result in a cache is the answer to.
 *
 * @param function name of the function
 * @param variants ids of the variants, sorted
 * @param inputs what times depend on, in the order given
 * @param deviceTime whether times of devices were asked for
 * @param confidence the probability asked for
 * @param machine where it was measured
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
