package io.stepprofiler;

import org.jspecify.annotations.Nullable;

/** Thrown if a {@linkplain Captures capture} or a snapshot has no trace; the message gives the reason. */
public class CaptureException extends RuntimeException {
    private static final long serialVersionUID = 1;

    CaptureException(String message) {
        super(message);
    }

    CaptureException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Wraps an exception, unless it is a {@code CaptureException} already; null stands for a cancelled capture. */
    static CaptureException of(@Nullable Throwable thrown) {
        if (thrown instanceof CaptureException known) {
            return known;
        }
        return thrown == null
                ? new CaptureException("The capture was cancelled")
                : new CaptureException("The capture failed: " + thrown, thrown);
    }
}
