package io.stepprofiler.tuning;

import io.stepprofiler.Scope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Calls of all variants in rounds: each variant once a round, in random order, so that slow changes affect all alike. A
 * variant that throws is not called again.
 */
final class VariantRounds {
    /** Argument of a scope with the number of its round. */
    static final String ROUND = "round";

    private final List<Variant> variants;
    private final List<String> scopes;
    private final LongSupplier clock;
    private final Random random;
    private final Map<Integer, Exception> failures = new TreeMap<>();

    /** Holder of results, so that the compiler does not eliminate calls. */
    @Nullable
    volatile Object sink;

    VariantRounds(String name, List<Variant> variants, LongSupplier clock, long seed) {
        this.variants = variants;
        this.clock = clock;
        scopes = variants.stream().map(variant -> scopeName(name, variant.id())).toList();
        random = new Random(seed);
    }

    /** The name of the scopes around the calls of a variant. */
    static String scopeName(String name, String id) {
        return name + " [" + id + "]";
    }

    /** The exceptions of failed variants, by variant. */
    Map<Integer, Exception> failures() {
        return failures;
    }

    /** Calls each variant once and keeps the times by the clock. */
    void round(int round, CallTimes times) {
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, variants.size()).boxed().toList());
        Collections.shuffle(order, random);
        for (int variant : order) {
            if (!failures.containsKey(variant)) {
                call(variant, round, times);
            }
        }
    }

    @SuppressWarnings("try") // The scope is there to be closed.
    private void call(int variant, int round, CallTimes times) {
        long start = clock.getAsLong();
        try (Scope ignored = Scope.open(scopes.get(variant)).arg(ROUND, round)) {
            sink = variants.get(variant).function().call();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failures.put(variant, e);
        } catch (Exception e) {
            failures.put(variant, e);
        }
        times.set(variant, round, clock.getAsLong() - start);
    }
}
