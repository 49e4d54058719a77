package io.stepprofiler.agent.options;

/** An option that makes no sense; the message is the one line that the user reads. */
public final class BadOptionException extends Exception {
    private static final long serialVersionUID = 1;

    BadOptionException(String message) {
        super(message);
    }
}
