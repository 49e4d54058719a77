package io.stepprofiler;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Factory of functions whose calls are scopes, with a method for each usual type of function: overloads would be
 * ambiguous for lambdas.
 *
 * <p>A wrapped function returns and throws the same as the given one, and the scope ends either way. It may be called
 * on any thread. A call costs a scope.
 */
@SuppressWarnings("try") // The scope variables are there to be closed.
public interface ScopedFunctions {
    /**
     * Opens the scope of a call explicitly, for code that is not a function.
     *
     * @return the scope to close when the call ends, never null
     */
    Scope open();

    /**
     * {@return a function that does the same in a scope}
     *
     * @param function the function to wrap
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
     * @param <T> type of the result
     * @param function the function to wrap
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
     * @param <T> type of the result
     * @param function the function to wrap
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
     * @param <T> type of the argument
     * @param <R> type of the result
     * @param function the function to wrap
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
     * @param <T> type of the first argument
     * @param <U> type of the second argument
     * @param <R> type of the result
     * @param function the function to wrap
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
     * @param <T> type of the argument
     * @param function the function to wrap
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
