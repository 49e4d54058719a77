package io.stepprofiler;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Makes functions each call of which is a scope: there is a method for each usual kind of function, since Java could not tell
 * them apart by the lambda.
 *
 * <p>Such a function does what the given one does: it returns and throws the same, and the scope ends either way. Its
 * calls may be on any thread. A call costs a scope.
 */
@SuppressWarnings("try") // The scope variables are there to be closed.
public interface ScopedFunctions {
    /**
     * Opens the scope of a call by hand, where there is no function to wrap.
     *
     * @return the scope to close when the call ends, never null
     */
    Scope open();

    /**
     * {@return a function that does the same in a scope}
     *
     * @param function what each call runs
     */
    default Runnable runnable(Runnable function) {
        Objects.requireNonNull(function, "function");
        return () -> {
            try (Scope ignored = open()) {
                function.run();
            }
        };
    }

    /**
     * {@return a function that does the same in a scope}
     *
     * @param <T> what it gives
     * @param function what each call runs
     */
    default <T> Supplier<T> supplier(Supplier<T> function) {
        Objects.requireNonNull(function, "function");
        return () -> {
            try (Scope ignored = open()) {
                return function.get();
            }
        };
    }

    /**
     * {@return a function that does the same in a scope}
     *
     * @param <T> what it gives
     * @param function what each call runs
     */
    default <T> Callable<T> callable(Callable<T> function) {
        Objects.requireNonNull(function, "function");
        return () -> {
            try (Scope ignored = open()) {
                return function.call();
            }
        };
    }

    /**
     * {@return a function that does the same in a scope}
     *
     * @param <T> what it takes
     * @param <R> what it gives
     * @param function what each call runs
     */
    default <T, R> Function<T, R> function(Function<T, R> function) {
        Objects.requireNonNull(function, "function");
        return value -> {
            try (Scope ignored = open()) {
                return function.apply(value);
            }
        };
    }

    /**
     * {@return a function that does the same in a scope}
     *
     * @param <T> what it takes first
     * @param <U> what it takes second
     * @param <R> what it gives
     * @param function what each call runs
     */
    default <T, U, R> BiFunction<T, U, R> biFunction(BiFunction<T, U, R> function) {
        Objects.requireNonNull(function, "function");
        return (first, second) -> {
            try (Scope ignored = open()) {
                return function.apply(first, second);
            }
        };
    }

    /**
     * {@return a function that does the same in a scope}
     *
     * @param <T> what it takes
     * @param function what each call runs
     */
    default <T> Consumer<T> consumer(Consumer<T> function) {
        Objects.requireNonNull(function, "function");
        return value -> {
            try (Scope ignored = open()) {
                function.accept(value);
            }
        };
    }
}
