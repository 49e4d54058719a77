package io.stepprofiler.tuning;

import io.stepprofiler.source.ActivitySource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Collects the variants and options of a {@link Tuning}. For one thread at a time. */
public final class TuningBuilder {
    private static final int DEFAULT_CALLS = 20;
    private static final int DEFAULT_WARMUP = 50;
    private static final int MAX_ROUNDS = 1_000_000;
    private static final double DEFAULT_CONFIDENCE = 0.95;
    private static final long DEFAULT_SEED = 1;

    private final String name;
    private final List<Variant> variants = new ArrayList<>();
    private final Set<String> ids = new LinkedHashSet<>();
    private final List<ActivitySource> sources = new ArrayList<>();
    private final List<String> inputs = new ArrayList<>();
    private Optional<TuningCache> cache = Optional.empty();
    private WarmUpRounds warmUp = new WarmUpRounds(DEFAULT_WARMUP, true);
    private int calls = DEFAULT_CALLS;
    private double confidence = DEFAULT_CONFIDENCE;
    private long seed = DEFAULT_SEED;
    private boolean deviceTime;
    private LongSupplier clock = System::nanoTime;

    TuningBuilder(String name) {
        this.name = Objects.requireNonNull(name, "name");
    }

    /**
     * Adds a variant.
     *
     * @param id its id, different from all others
     * @param function does the work of one call; its result is consumed, so that the compiler keeps the call, and
     *     ignored; without a result it returns null
     * @return this builder
     * @throws IllegalArgumentException if the id is already used
     */
    public TuningBuilder variant(String id, Callable<?> function) {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(function, "function");
        if (!ids.add(id)) {
            throw new IllegalArgumentException("id = " + id + " is not allowed: there is a variant of that id");
        }
        variants.add(new Variant(id, function));
        return this;
    }

    /**
     * Adds a variant for each value of a parameter; its id is the value as text.
     *
     * @param values the values
     * @param function makes the function of a value
     * @param <P> type of the values
     * @return this builder
     * @throws IllegalArgumentException if an id is already used
     */
    public <P> TuningBuilder variants(Iterable<P> values, Function<P, Callable<?>> function) {
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(function, "function");
        values.forEach(value -> variant(String.valueOf(value), function.apply(value)));
        return this;
    }

    /**
     * Sets the number of measured calls of each variant.
     *
     * @param count 1 to a million; default 20. Below eight there are no intervals
     * @return this builder
     * @throws IllegalArgumentException if it is another number
     */
    public TuningBuilder calls(int count) {
        requireRounds("calls", count, 1);
        calls = count;
        return this;
    }

    /**
     * Calls each variant a fixed number of times before it is measured. The default is {@link #warmupUntilSteady}.
     *
     * @param rounds calls of each, 0 to a million
     * @return this builder
     * @throws IllegalArgumentException if it is another number
     */
    public TuningBuilder warmup(int rounds) {
        requireRounds("rounds", rounds, 0);
        warmUp = new WarmUpRounds(rounds, false);
        return this;
    }

    /**
     * Calls variants before they are measured until their times are steady: until for each the median of five rounds
     * differs from the median of the five before by no more than a tenth.
     *
     * @param most most calls of each, 0 to a million; default 50. {@link TuningResult#steady()} returns whether it was
     *     enough
     * @return this builder
     * @throws IllegalArgumentException if it is another number
     */
    public TuningBuilder warmupUntilSteady(int most) {
        requireRounds("most", most, 0);
        warmUp = new WarmUpRounds(most, true);
        return this;
    }

    private static void requireRounds(String parameter, int value, int least) {
        if (value < least || value > MAX_ROUNDS) {
            throw new IllegalArgumentException(
                    parameter + " = " + value + " is not allowed: must be " + least + " to " + MAX_ROUNDS);
        }
    }

    /**
     * Sets the seed of the random order of the calls.
     *
     * @param value any number; default 1
     * @return this builder
     */
    public TuningBuilder seed(long value) {
        seed = value;
        return this;
    }

    /**
     * Sets the probability with which all intervals hold.
     *
     * @param probability above 0 and below 1; default 0.95
     * @return this builder
     * @throws IllegalArgumentException if it is another number
     */
    public TuningBuilder confidence(double probability) {
        if (!(probability > 0 && probability < 1)) {
            throw new IllegalArgumentException(
                    "confidence = " + probability + " is not allowed: must be above 0 and below 1");
        }
        confidence = probability;
        return this;
    }

    /**
     * Compares the times in which devices worked for a call in place of the times of the calls; needs a {@link #source}
     * that reports spans of devices. If none is reported, the times of the calls are used, with a warning.
     *
     * @param wanted whether to; default false
     * @return this builder
     */
    public TuningBuilder deviceTime(boolean wanted) {
        deviceTime = wanted;
        return this;
    }

    /**
     * Adds a source to the profile under which calls are measured.
     *
     * @param source the source; default none
     * @return this builder
     */
    public TuningBuilder source(ActivitySource source) {
        sources.add(Objects.requireNonNull(source, "source"));
        return this;
    }

    /**
     * Adds the inputs on which the times depend besides the variant, such as shapes and element types; they are part of
     * the key in a cache.
     *
     * @param texts anything; added to those given before
     * @return this builder
     */
    public TuningBuilder inputs(String... texts) {
        for (String text : Objects.requireNonNull(texts, "texts")) {
            Objects.requireNonNull(text, "texts");
        }
        inputs.addAll(List.of(texts));
        return this;
    }

    /**
     * Stores results without warnings in a cache, and reads them from there.
     *
     * @param where the cache; default none
     * @return this builder
     */
    public TuningBuilder cache(TuningCache where) {
        cache = Optional.of(Objects.requireNonNull(where, "where"));
        return this;
    }

    /** Sets a clock in nanoseconds, in place of {@link System#nanoTime()}, for times without a trace. */
    TuningBuilder clock(LongSupplier nanos) {
        clock = nanos;
        return this;
    }

    Tuning build(Machine machine) {
        if (variants.isEmpty()) {
            throw new IllegalArgumentException("variants = [] is not allowed: there must be one at least");
        }
        TuningOptions options =
                new TuningOptions(name, variants, warmUp, calls, seed, confidence, deviceTime, sources, clock);
        CacheKey key = new CacheKey(name, List.copyOf(ids), inputs, deviceTime, confidence, machine);
        return new Tuning(options, cache, key);
    }

    /**
     * Compares the variants, or finds the result of an earlier comparison in the cache, if there is one. A result with
     * warnings is not kept in the cache.
     *
     * @return the result
     * @throws IllegalArgumentException if there is no variant
     * @throws TuningException if fewer than half of the variants could be measured
     */
    public TuningResult run() {
        return build(Machine.current()).run();
    }
}
