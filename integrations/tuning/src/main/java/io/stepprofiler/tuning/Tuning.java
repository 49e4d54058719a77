package io.stepprofiler.tuning;

import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.xplane.XPlaneExporter;
import io.stepprofiler.readers.accounting.FunctionTimes;
import io.stepprofiler.readers.accounting.NestedAccounting;
import io.stepprofiler.readers.accounting.TrimmedMean;
import io.stepprofiler.readers.xspace.ProfileData;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.text.OneLine;
import io.stepprofiler.trace.Trace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Comparison of several variants of a function, to find the fastest on this machine and for these inputs.
 *
 * <pre>{@code
 * TuningResult result = Tuning.of("product")
 *         .variants(List.of(16, 32, 64), block -> () -> multiply(a, b, block))
 *         .calls(20)
 *         .run();
 * String answer = result.isDecided() ? result.fastest() : "any of " + result.tied() + " or " + result.fastest();
 * }</pre>
 *
 * <p>Variants are called on the thread that calls {@link TuningBuilder#run()}, first until their times are steady, then
 * in rounds: each variant once a round, in random order, so that slow changes (the temperature of the processor, the
 * heap, other programs) affect all alike. The times come from scopes in the trace of a profile that is opened for the
 * purpose; if another one runs, from {@link System#nanoTime()}, with a warning. Calls below some microseconds are
 * better measured by <a href="https://github.com/openjdk/jmh">JMH</a>.
 *
 * <p>A variant that throws is excluded: its times are infinite, and the reason is in its row. If fewer than half of the
 * variants can be measured there is no result but a {@link TuningException}.
 */
public final class Tuning {
    /** Accounting of all events in a call of a closure, however short. */
    private static final NestedAccounting WHOLE = NestedAccounting.builder()
            .minDurationNanos(0)
            .maxEvents(Integer.MAX_VALUE)
            .build();

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
     * Calls a function several times, each under a profile of its own, and finds the times of the parts that it names
     * by number, {@code jit_autotune_fn_3}, as ejkernel's does: scopes, or events that sources report under such names.
     *
     * <pre>{@code
     * Runnable closure = () -> {
     *     for (int id = 0; id < blocks.size(); id++) {
     *         try (Scope ignored = Scope.open("jit_autotune_fn_" + id)) {
     *             multiply(a, b, blocks.get(id));
     *         }
     *     }
     * };
     * Map<Long, TrimmedMean> seconds = Tuning.profileTimeByFunctionId(closure, "cpu", 10);
     * }</pre>
     *
     * <p>There is no warm-up, and the closure determines the order; {@link #of} warms up and randomizes. If a number
     * occurs twice in a call, the last time counts. {@link FunctionTimes} reads existing profiles, such as JAX's.
     *
     * @param closure calls each part once
     * @param platform part of the name of the plane whose events count, such as {@code cpu} for the threads of this
     *     program, and {@code gpu} for events of the first GPU from a source
     * @param calls number of calls of the closure, 1 or more
     * @param sources sources to record in addition to scopes
     * @return mean and deviation of each part in seconds, one smallest and one largest of three or more left out, by its
     *     number; empty if none was found
     * @throws IllegalArgumentException if the number of calls is not allowed, or nothing was recorded of the platform;
     *     the message names the recorded planes
     * @throws IllegalStateException if another profile is running
     */
    public static Map<Long, TrimmedMean> profileTimeByFunctionId(
            Runnable closure, String platform, int calls, ActivitySource... sources) {
        if (calls < 1) {
            throw new IllegalArgumentException("calls = " + calls + " is not allowed: must be 1 or more");
        }
        FunctionTimes times = new FunctionTimes(platform, WHOLE);
        for (int call = 0; call < calls; call++) {
            times.add(profiled(closure, sources));
        }
        return times.means();
    }

    private static ProfileData profiled(Runnable closure, ActivitySource... sources) {
        List<Trace> traces = new ArrayList<>();
        ProfileBuilder builder = Profile.builder()
                .name("times by function id")
                .synchronousDelivery(true)
                .onTraceReady(traces::add);
        List.of(sources).forEach(builder::source);
        Profile profile = builder.start();
        try (profile) {
            closure.run();
        }
        if (traces.isEmpty()) {
            throw new IllegalStateException("no profile was created: " + profile.failures());
        }
        ByteArrayOutputStream space = new ByteArrayOutputStream();
        try {
            new XPlaneExporter().export(traces.get(0), "calls.xplane.pb", space, ExportMeter.none());
            return ProfileData.from(space.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    TuningResult run() {
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
        VariantRounds calls = new VariantRounds(options.name(), options.variants(), options.clock(), options.seed());
        WarmUpRounds.Done warm = options.warmUp().run(calls, options.variants().size());
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

    private List<VariantTimes> variants(VariantRounds calls, CallTimes times) {
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
