package io.stepprofiler.tuning;

import io.stepprofiler.source.ActivitySource;
import java.util.List;
import java.util.function.LongSupplier;

/** Options of a {@link Tuning}, checked by {@link TuningBuilder}. */
record TuningOptions(
        String name,
        List<Variant> variants,
        WarmUpRounds warmUp,
        int calls,
        long seed,
        double confidence,
        boolean deviceTime,
        List<ActivitySource> sources,
        LongSupplier clock) {
    TuningOptions {
        variants = List.copyOf(variants);
        sources = List.copyOf(sources);
    }

    List<String> scopeNames() {
        return variants.stream()
                .map(variant -> VariantRounds.scopeName(name, variant.id()))
                .toList();
    }
}
