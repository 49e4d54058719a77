package io.stepprofiler;

import java.util.Locale;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Supplier of trace ids, one per cycle: from the user's callback if usable, otherwise random. */
final class TraceIds {
    private final Failures failures;
    private volatile Supplier<String> callback = TraceIds::random;

    TraceIds(Failures failures) {
        this.failures = failures;
    }

    /** Returns a random id: 32 hexadecimal digits in upper case. */
    static String random() {
        return UUID.randomUUID().toString().replace("-", "").toUpperCase(Locale.ROOT);
    }

    void callback(Supplier<String> replacement) {
        callback = replacement;
    }

    String next() {
        try {
            String id = callback.get();
            if (id != null && !id.isEmpty() && id.length() <= Label.MAX_LENGTH) {
                return id;
            }
            refuse("returned " + (id == null ? "null" : "a text of " + id.length() + " characters"), null);
        } catch (RuntimeException | Error e) {
            refuse("failed", e);
        }
        return random();
    }

    private void refuse(String what, @Nullable Throwable cause) {
        failures.add(
                ProfileFailure.Kind.TRACE_ID_REFUSED,
                "The callback for trace ids " + what + "; it must return 1 to " + Label.MAX_LENGTH
                        + " characters; the trace has a random id",
                cause);
    }
}
