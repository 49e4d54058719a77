package io.stepprofiler;

import io.stepprofiler.event.EventKind;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Factory of functions that are profiled as a whole: their number of calls, their operations, and the time between
 * these.
 *
 * <pre>{@code
 * Function<Batch, Double> train = ProfiledFunction.of("train", this::trainBatch);
 * }</pre>
 *
 * <p>A profiled function returns and throws the same as the given one. A call costs a scope, or about a nanosecond
 * while nothing is recorded. Functions of the same name are profiled as one. If the type of a lambda is ambiguous, use
 * the methods of {@link #named}. Immutable and safe on any thread.
 */
public final class ProfiledFunction implements ScopedFunctions {
    private final Label label;

    private ProfiledFunction(Label label) {
        this.label = label;
    }

    /**
     * {@return a factory of profiled functions of a name, with a method for each type of function}
     *
     * @param name name of the function
     * @throws IllegalArgumentException if it is blank or longer than {@value Defaults#MAX_TEXT_LENGTH} characters
     */
    public static ProfiledFunction named(String name) {
        if (name.isBlank() || name.length() > Defaults.MAX_TEXT_LENGTH) {
            throw new IllegalArgumentException("name = '" + name.substring(0, Math.min(20, name.length()))
                    + "' is not allowed: must have 1 to " + Defaults.MAX_TEXT_LENGTH + " characters, not all blank");
        }
        return new ProfiledFunction(Label.of(name, EventKind.FUNCTION, ""));
    }

    /**
     * {@return a function that does the same, profiled}
     *
     * @param <T> type of the argument
     * @param <R> type of the result
     * @param name name of the function
     * @param function the function to profile
     * @throws IllegalArgumentException if the name is blank or too long
     */
    public static <T, R> Function<T, R> of(String name, Function<T, R> function) {
        return named(name).function(function);
    }

    /**
     * {@return a function that does the same, profiled}
     *
     * @param <T> type of the first argument
     * @param <U> type of the second argument
     * @param <R> type of the result
     * @param name name of the function
     * @param function the function to profile
     * @throws IllegalArgumentException if the name is blank or too long
     */
    public static <T, U, R> BiFunction<T, U, R> of(String name, BiFunction<T, U, R> function) {
        return named(name).biFunction(function);
    }

    /**
     * {@return a function that does the same, profiled}
     *
     * @param <T> type of the result
     * @param name name of the function
     * @param function the function to profile
     * @throws IllegalArgumentException if the name is blank or too long
     */
    public static <T> Supplier<T> of(String name, Supplier<T> function) {
        return named(name).supplier(function);
    }

    /**
     * {@return a function that does the same, profiled}
     *
     * @param name name of the function
     * @param function the function to profile
     * @throws IllegalArgumentException if the name is blank or too long
     */
    public static Runnable of(String name, Runnable function) {
        return named(name).runnable(function);
    }

    /**
     * Opens a call explicitly, for code that is not a function.
     *
     * @return the scope to close when the call ends, never null
     */
    @Override
    public Scope open() {
        return Scope.open(label);
    }
}
