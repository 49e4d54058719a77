package io.stepprofiler.agent.options;

/** Invalid option; the message is the single line that the user reads. */
public final class BadOptionException extends Exception {
    private static final long serialVersionUID = 1;

    BadOptionException(String message) {
        super(message);
    }
}
