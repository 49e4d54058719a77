package io.stepprofiler.xprof;

import io.stepprofiler.Scope;
import java.util.Map;

/** Values of annotations, which become arguments of their scopes by type. */
final class AnnotationMetadata {
    private AnnotationMetadata() {}

    /** Attaches all entries; never throws in the training loop, but leaves out entries that fail. */
    @SuppressWarnings("NullAway") // Callers without a null checker may pass null.
    static void attach(Scope scope, Map<String, ?> metadata) {
        if (metadata == null || !Scope.isRecording()) {
            return;
        }
        try {
            metadata.forEach((key, value) -> attach(scope, key, value));
        } catch (RuntimeException | StackOverflowError e) {
            scope.arg("metadata left out", e.getClass().getName());
        }
    }

    private static void attach(Scope scope, String key, Object value) {
        if (value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte) {
            scope.arg(key, ((Number) value).longValue());
        } else if (value instanceof Number number) {
            scope.arg(key, number.doubleValue());
        } else if (value instanceof Boolean flag) {
            scope.arg(key, flag.booleanValue());
        } else {
            scope.arg(key, String.valueOf(value));
        }
    }
}
