package io.stepprofiler.xprof;

import io.stepprofiler.Label;
import io.stepprofiler.Scope;
import java.util.Map;

/**
 * A named interval of a thread's time with metadata, the counterpart of {@code jax.profiler.TraceAnnotation}.
 *
 * <pre>{@code
 * try (TraceAnnotation annotation = TraceAnnotation.open("decode").setMetadata("file", file)) {
 *     annotation.setMetadata("images", decode(file));
 * }
 * }</pre>
 *
 * <p>It is a {@link Scope}, recorded by any running profile, and never throws. Whole numbers, truth values, numbers and
 * texts keep their types: they are arguments of the event in every file, and its stats in an XSpace. To be closed on
 * the thread that opened it, the last one first.
 */
public final class TraceAnnotation implements AutoCloseable {
    private static final TraceAnnotation NONE = new TraceAnnotation(Scope.none());

    private final Scope scope;

    private TraceAnnotation(Scope scope) {
        this.scope = scope;
    }

    /**
     * Opens an annotation.
     *
     * @param name its name; null and empty are recorded as unnamed, and names longer than {@value
     *     Label#MAX_LENGTH} characters are truncated
     * @return the annotation to close, never null
     */
    public static TraceAnnotation open(String name) {
        return Scope.isRecording() ? new TraceAnnotation(Scope.open(name)) : NONE;
    }

    /**
     * Opens an annotation with metadata.
     *
     * @param name as for {@link #open(String)}
     * @param metadata as for {@link #setMetadata(Map)}
     * @return the annotation to close, never null
     */
    public static TraceAnnotation open(String name, Map<String, ?> metadata) {
        return open(name).setMetadata(metadata);
    }

    /** {@return whether annotations are recorded now} Useful for metadata that is expensive to compute. */
    public static boolean isEnabled() {
        return Scope.isRecording();
    }

    /**
     * Attaches a whole number.
     *
     * @param key name of the value; with null it is left out and counted
     * @param value any whole number
     * @return this annotation
     */
    public TraceAnnotation setMetadata(String key, long value) {
        scope.arg(key, value);
        return this;
    }

    /**
     * Attaches a number.
     *
     * @param key name of the value; with null it is left out and counted
     * @param value any number; may be infinite or not a number
     * @return this annotation
     */
    public TraceAnnotation setMetadata(String key, double value) {
        scope.arg(key, value);
        return this;
    }

    /**
     * Attaches a truth value.
     *
     * @param key name of the value; with null it is left out and counted
     * @param value true or false
     * @return this annotation
     */
    public TraceAnnotation setMetadata(String key, boolean value) {
        scope.arg(key, value);
        return this;
    }

    /**
     * Attaches a text.
     *
     * @param key name of the value; with null it is left out and counted
     * @param value any text; more than {@value Label#MAX_LENGTH} characters are truncated, null is left out and
     *     counted
     * @return this annotation
     */
    public TraceAnnotation setMetadata(String key, String value) {
        scope.arg(key, value);
        return this;
    }

    /**
     * Attaches several values: whole numbers, truth values and numbers by their types, others as their texts.
     *
     * @param metadata values by name; null for none
     * @return this annotation
     */
    public TraceAnnotation setMetadata(Map<String, ?> metadata) {
        AnnotationMetadata.attach(scope, metadata);
        return this;
    }

    /** Ends the annotation now. */
    @Override
    public void close() {
        scope.close();
    }
}
