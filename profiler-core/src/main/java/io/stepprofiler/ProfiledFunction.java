package io.stepprofiler;

import io.stepprofiler.event.EventKind;

/**
 * Factory of functions that are profiled as a whole: their number of calls, their operations, and the time between
 * these.
 *
 * <pre>{@code
 * Function<Batch, Double> train = ProfiledFunction.of("train").function(this::trainBatch);
 * }</pre>
 *
 * <p>A profiled function returns and throws the same as the given one. A call costs a scope, or about a nanosecond
 * while nothing is recorded. Functions of the same name are profiled as one. Immutable and safe on any thread.
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
     * @throws IllegalArgumentException if it is blank or longer than {@value Label#MAX_LENGTH} characters
     */
    public static ProfiledFunction of(String name) {
        if (name.isBlank() || name.length() > Label.MAX_LENGTH) {
            throw new IllegalArgumentException("name = '" + name.substring(0, Math.min(20, name.length()))
                    + "' is not allowed: must have 1 to " + Label.MAX_LENGTH + " characters, not all blank");
        }
        return new ProfiledFunction(Label.of(name, EventKind.FUNCTION, ""));
    }

    @Override
    public Scope open() {
        return Scope.open(label);
    }
}
