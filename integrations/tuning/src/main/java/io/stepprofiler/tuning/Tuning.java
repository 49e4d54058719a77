package io.stepprofiler.tuning;

import io.stepprofiler.readers.accounting.FunctionTimes;
import io.stepprofiler.trace.OneLine;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Comparison of several variants of a function: which one is the fastest, on this machine and for these inputs.
 *
 * <pre>{@code
 * TuningResult result = Tuning.of("product")
 *         .variants(List.of(16, 32, 64), block -> () -> multiply(a, b, block))
 *         .calls(20)
 *         .run();
 * String answer = result.isDecided() ? result.fastest() : "any of " + result.tied() + " or " + result.fastest();
 * }</pre>
 *
 * <p>Variants are called on the thread that calls {@link #run()}, first until their times are steady, then in rounds:
 * each variant once a round, in an order that is drawn anew for each, so that what changes slowly (the temperature of
 * the processor, the heap, other programs) is the same for all. The times are those of scopes in the trace of a profile
 * that is opened for the purpose; if another one runs, those of {@link System#nanoTime()}, with a warning. Calls below
 * some microseconds are better measured by <a href="https://github.com/openjdk/jmh">JMH</a>.
 *
 * <p>A variant that throws is out: its times are infinite, and the reason is in its row. If fewer than half of the
 * variants can be measured there is no result but a {@link TuningException}.
 */
public final class Tuning {
    private static final double NANOS_A_SECOND = 1e9;
    private static final System.Logger LOG = System.getLogger(Tuning.class.getName());

    private final TuningOptions options;
    private final Optional<TuningCache> cache;
    private final CacheKey key;

    Tuning(TuningOptions options, Optional<TuningCache> cache, CacheKey key) {
        this.options = options;
        this.cache = cache;
        this.key = key;
    }

    /**
     * {@return a builder}
     *
     * @param name name of the function: in scopes, messages and the cache
     */
    public static TuningBuilder of(String name) {
        return new TuningBuilder(name);
    }

    /**
     * {@return the times of functions that profiles name by number, {@code jit_autotune_fn_3}, such as JAX writes them}
     *
     * <pre>{@code
     * FunctionTimes times = new FunctionTimes("gpu");
     * for (Path run : runs) {
     *     try (ProfileData profile = ProfileData.from(run)) {
     *         times.add(profile);
     *     }
     * }
     * List<VariantTimes> variants = Tuning.profileTimeByFunctionId(times, 12);
     * }</pre>
     *
     * @param times what was found in the profiles
     * @param functions how many functions there are; their ids are the numbers from 0. One that was not found has
     *     infinite times, and numbers beyond are left out
     * @throws IllegalArgumentException if there are none
     * @throws TuningException if fewer than half of them were found
     */
    public static List<VariantTimes> profileTimeByFunctionId(FunctionTimes times, int functions) {
        if (functions < 1) {
            throw new IllegalArgumentException("functions = " + functions + " is not allowed: must be 1 or more");
        }
        Map<Long, List<Double>> seconds = times.seconds();
        List<VariantTimes> variants = LongStream.range(0, functions)
                .mapToObj(id -> VariantTimes.of(
                        Long.toString(id),
                        seconds.getOrDefault(id, List.of()).stream()
                                .mapToDouble(each -> each * NANOS_A_SECOND)
                                .toArray()))
                .toList();
        TuningException.requireHalf("the profiles", variants, null);
        return variants;
    }

    /**
     * Compares the variants, or finds the result of an earlier comparison in the cache, if there is one. A result with
     * warnings is not kept in the cache.
     *
     * @return the result
     * @throws TuningException if fewer than half of the variants could be measured
     */
    public TuningResult run() {
        Optional<TuningResult> known = cache.flatMap(each -> each.find(key, ids()));
        if (known.isPresent()) {
            return known.get();
        }
        TuningResult result = measure();
        result.warnings().forEach(warning -> LOG.log(Level.WARNING, OneLine.of(result.name() + ": " + warning)));
        if (result.warnings().isEmpty()) {
            cache.ifPresent(each -> each.store(key, result));
        }
        return result;
    }

    private List<String> ids() {
        return options.variants().stream().map(Variant::id).toList();
    }

    private TuningResult measure() {
        Calls calls = new Calls(options.name(), options.variants(), options.clock(), options.seed());
        WarmUp.Done warm = options.warmUp().run(calls, options.variants().size());
        MeasuredRounds rounds = new MeasuredRounds(options, calls);
        rounds.run();
        List<VariantTimes> variants = variants(calls, rounds.times());
        Comparison comparison = new Comparison(variants, rounds.times(), options.confidence());
        List<String> warnings = new ArrayList<>(rounds.warnings());
        variants.stream()
                .filter(variant -> !variant.isMeasured())
                .forEach(variant -> warnings.add(variant.id() + " was not measured: " + variant.failure()));
        return new TuningResult(
                options.name(),
                variants,
                variants.get(comparison.fastest()).id(),
                comparison.differences(),
                options.confidence(),
                rounds.timedBy(),
                warm.rounds(),
                warm.steady(),
                warnings,
                false);
    }

    private List<VariantTimes> variants(Calls calls, CallTimes times) {
        List<VariantTimes> variants = new ArrayList<>();
        for (int i = 0; i < options.variants().size(); i++) {
            String id = options.variants().get(i).id();
            Exception failure = calls.failures().get(i);
            variants.add(
                    failure == null ? VariantTimes.of(id, times.of(i)) : VariantTimes.missing(id, failure.toString()));
        }
        List<Exception> failures = List.copyOf(calls.failures().values());
        TuningException.requireHalf(options.name(), variants, failures.isEmpty() ? null : failures.get(0));
        return variants;
    }
}
