package io.stepprofiler;

import io.stepprofiler.event.EventKind;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Makes functions whose calls are recorded as calls of a function, to be profiled as a whole: how often it is called,
 * which operations it is made of, and what is between them.
 *
 * <pre>{@code
 * Function<Batch, Double> train = ProfiledFunction.of("train", this::trainBatch);
 * }</pre>
 *
 * <p>Such a function does what the given one does: it returns and throws the same. A call costs a scope, and about a
 * nanosecond while nothing is recorded. Functions of one name are one function. Where Java cannot tell by the lambda
 * what kind of function it is, the methods of {@link #named} do. Immutable and safe on any thread.
 */
public final class ProfiledFunction implements ScopedFunctions {
    private final Label label;

    private ProfiledFunction(Label label) {
        this.label = label;
    }

    /**
     * {@return what makes profiled functions of a name, one method for each kind}
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
     * @param <T> what it takes
     * @param <R> what it gives
     * @param name name of the function
     * @param function what each call runs
     * @throws IllegalArgumentException if the name is blank or too long
     */
    public static <T, R> Function<T, R> of(String name, Function<T, R> function) {
        return named(name).function(function);
    }

    /**
     * {@return a function that does the same, profiled}
     *
     * @param <T> what it takes first
     * @param <U> what it takes second
     * @param <R> what it gives
     * @param name name of the function
     * @param function what each call runs
     * @throws IllegalArgumentException if the name is blank or too long
     */
    public static <T, U, R> BiFunction<T, U, R> of(String name, BiFunction<T, U, R> function) {
        return named(name).biFunction(function);
    }

    /**
     * {@return a function that does the same, profiled}
     *
     * @param <T> what it gives
     * @param name name of the function
     * @param function what each call runs
     * @throws IllegalArgumentException if the name is blank or too long
     */
    public static <T> Supplier<T> of(String name, Supplier<T> function) {
        return named(name).supplier(function);
    }

    /**
     * {@return a function that does the same, profiled}
     *
     * @param name name of the function
     * @param function what each call runs
     * @throws IllegalArgumentException if the name is blank or too long
     */
    public static Runnable of(String name, Runnable function) {
        return named(name).runnable(function);
    }

    /**
     * Opens a call by hand, where there is no function to wrap.
     *
     * @return the scope to close when the call ends, never null
     */
    @Override
    public Scope open() {
        return Scope.open(label);
    }
}
