package io.stepprofiler;

/** Says in one sentence why a {@linkplain Captures capture} has no trace, for whoever asked for it. */
public class CaptureException extends RuntimeException {
    private static final long serialVersionUID = 1;

    CaptureException(String message) {
        super(message);
    }

    CaptureException(String message, Throwable cause) {
        super(message, cause);
    }
}
