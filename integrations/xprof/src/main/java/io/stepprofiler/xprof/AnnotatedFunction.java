package io.stepprofiler.xprof;

import io.stepprofiler.Defaults;
import io.stepprofiler.Label;
import io.stepprofiler.Scope;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/**
 * Wraps functions so that each call is an annotation: what {@code jax.profiler.annotate_function} does.
 *
 * <pre>{@code
 * Function<Batch, Double> forward =
 *         XProf.annotateFunction("forward").metadata("layers", 12).function(model::forward);
 * }</pre>
 *
 * <p>There is a method for each kind of function, since Java could not tell them apart by the lambda. What the function
 * throws passes through, and the annotation ends. Immutable and safe on any thread. Costs a scope for each call.
 */
@SuppressWarnings("try") // The scope variables are there to be closed.
public final class AnnotatedFunction {
    private final Label label;
    private final Map<String, ?> metadata;

    private AnnotatedFunction(Label label, Map<String, ?> metadata) {
        this.label = label;
        this.metadata = metadata;
    }

    static AnnotatedFunction named(String name) {
        if (name.isBlank() || name.length() > Defaults.MAX_TEXT_LENGTH) {
            throw new IllegalArgumentException("name = '" + OptionText.shortened(name)
                    + "' is not allowed: must have 1 to " + Defaults.MAX_TEXT_LENGTH + " characters, not all blank");
        }
        return new AnnotatedFunction(Label.of(name), Map.of());
    }

    /**
     * {@return the same with metadata for each call}
     *
     * @param key name of the value
     * @param value a whole number, a number, a truth value or a text; others become texts
     */
    public AnnotatedFunction metadata(String key, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(metadata);
        more.put(Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, "value"));
        return new AnnotatedFunction(label, more);
    }

    private Scope open() {
        Scope scope = Scope.open(label);
        if (!metadata.isEmpty()) {
            Metadata.attach(scope, metadata);
        }
        return scope;
    }

    /**
     * {@return a function that does the same, annotated}
     *
     * @param function what each call runs
     */
    public Runnable runnable(Runnable function) {
        Objects.requireNonNull(function, "function");
        return () -> {
            try (Scope ignored = open()) {
                function.run();
            }
        };
    }

    /**
     * {@return a function that does the same, annotated}
     *
     * @param <T> what it gives
     * @param function what each call runs
     */
    public <T> Supplier<T> supplier(Supplier<T> function) {
        Objects.requireNonNull(function, "function");
        return () -> {
            try (Scope ignored = open()) {
                return function.get();
            }
        };
    }

    /**
     * {@return a function that does the same, annotated}
     *
     * @param <T> what it gives
     * @param function what each call runs
     */
    public <T> Callable<T> callable(Callable<T> function) {
        Objects.requireNonNull(function, "function");
        return () -> {
            try (Scope ignored = open()) {
                return function.call();
            }
        };
    }

    /**
     * {@return a function that does the same, annotated}
     *
     * @param <T> what it takes
     * @param <R> what it gives
     * @param function what each call runs
     */
    public <T, R> Function<T, R> function(Function<T, R> function) {
        Objects.requireNonNull(function, "function");
        return value -> {
            try (Scope ignored = open()) {
                return function.apply(value);
            }
        };
    }

    /**
     * {@return a function that does the same, annotated}
     *
     * @param <T> what it takes and gives
     * @param function what each call runs
     */
    public <T> UnaryOperator<T> unaryOperator(UnaryOperator<T> function) {
        return function((Function<T, T>) function)::apply;
    }

    /**
     * {@return a function that does the same, annotated}
     *
     * @param <T> what it takes first
     * @param <U> what it takes second
     * @param <R> what it gives
     * @param function what each call runs
     */
    public <T, U, R> BiFunction<T, U, R> biFunction(BiFunction<T, U, R> function) {
        Objects.requireNonNull(function, "function");
        return (first, second) -> {
            try (Scope ignored = open()) {
                return function.apply(first, second);
            }
        };
    }

    /**
     * {@return a function that does the same, annotated}
     *
     * @param <T> what it takes
     * @param function what each call runs
     */
    public <T> Consumer<T> consumer(Consumer<T> function) {
        Objects.requireNonNull(function, "function");
        return value -> {
            try (Scope ignored = open()) {
                function.accept(value);
            }
        };
    }

    /**
     * {@return a function that does the same, annotated}
     *
     * @param <T> what it takes first
     * @param <U> what it takes second
     * @param function what each call runs
     */
    public <T, U> BiConsumer<T, U> biConsumer(BiConsumer<T, U> function) {
        Objects.requireNonNull(function, "function");
        return (first, second) -> {
            try (Scope ignored = open()) {
                function.accept(first, second);
            }
        };
    }

    /**
     * {@return a function that does the same, annotated}
     *
     * @param <T> what it takes
     * @param function what each call runs
     */
    public <T> Predicate<T> predicate(Predicate<T> function) {
        Objects.requireNonNull(function, "function");
        return value -> {
            try (Scope ignored = open()) {
                return function.test(value);
            }
        };
    }

    /**
     * {@return a function that does the same, annotated}
     *
     * @param <T> what it takes
     * @param function what each call runs, such as the loss of a batch
     */
    public <T> ToDoubleFunction<T> toDoubleFunction(ToDoubleFunction<T> function) {
        Objects.requireNonNull(function, "function");
        return value -> {
            try (Scope ignored = open()) {
                return function.applyAsDouble(value);
            }
        };
    }
}
