package io.stepprofiler;

/** Thrown if a {@linkplain Captures capture} cannot begin now; the message gives the reason and a remedy. */
public final class CaptureBusyException extends CaptureException {
    private static final long serialVersionUID = 1;

    CaptureBusyException(String message) {
        super(message);
    }
}
