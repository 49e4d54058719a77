package io.stepprofiler;

/** Says in one sentence why a {@linkplain Captures capture} cannot begin now, and what can be done about it. */
public final class CaptureBusyException extends CaptureException {
    private static final long serialVersionUID = 1;

    CaptureBusyException(String message) {
        super(message);
    }
}
