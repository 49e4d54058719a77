package io.stepprofiler.capture.watch;

import java.util.concurrent.CompletionException;

/** Why something did not work, in one sentence. */
final class Reason {
    private Reason() {}

    static String of(Throwable thrown) {
        if (thrown instanceof CompletionException && thrown.getCause() != null) {
            return of(thrown.getCause());
        }
        String message = thrown.getMessage();
        return message == null ? thrown.getClass().getSimpleName() : message;
    }
}
