package io.stepprofiler;

import org.jspecify.annotations.Nullable;

/** Says in one sentence why a {@linkplain Captures capture} has no trace, for whoever asked for it. */
public class CaptureException extends RuntimeException {
    private static final long serialVersionUID = 1;

    CaptureException(String message) {
        super(message);
    }

    CaptureException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The same for what was thrown; for nothing, where somebody cancelled. */
    static CaptureException of(@Nullable Throwable thrown) {
        if (thrown instanceof CaptureException known) {
            return known;
        }
        return thrown == null
                ? new CaptureException("The capture was cancelled")
                : new CaptureException("The capture failed: " + thrown, thrown);
    }
}
