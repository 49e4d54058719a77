package io.stepprofiler.xprof;

import io.stepprofiler.Label;
import io.stepprofiler.Scope;
import io.stepprofiler.ScopedFunctions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Wraps functions so that each call is an annotation, as {@code jax.profiler.annotate_function} does.
 *
 * <pre>{@code
 * Function<Batch, Double> forward =
 *         XProf.annotateFunction("forward").metadata("layers", 12).function(model::forward);
 * }</pre>
 *
 * <p>Exceptions of the function pass through, and the annotation ends. Immutable and safe on any thread. Costs a scope
 * for each call.
 */
public final class AnnotatedFunction implements ScopedFunctions {
    private final Label label;
    private final Map<String, ?> metadata;

    private AnnotatedFunction(Label label, Map<String, ?> metadata) {
        this.label = label;
        this.metadata = metadata;
    }

    static AnnotatedFunction named(String name) {
        if (name.isBlank() || name.length() > Label.MAX_LENGTH) {
            throw new IllegalArgumentException("name = '" + OptionText.shortened(name)
                    + "' is not allowed: must have 1 to " + Label.MAX_LENGTH + " characters, not all blank");
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

    @Override
    public Scope open() {
        Scope scope = Scope.open(label);
        if (!metadata.isEmpty()) {
            AnnotationMetadata.attach(scope, metadata);
        }
        return scope;
    }
}
