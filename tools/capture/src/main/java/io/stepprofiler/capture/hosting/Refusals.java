package io.stepprofiler.capture.hosting;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.stepprofiler.CaptureBusyException;
import io.stepprofiler.CaptureException;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;

/** Converts failures to the status of a call: a code, and a readable sentence. */
public final class Refusals {
    private static final int MAX_LENGTH = 1_000;

    private Refusals() {}

    /**
     * {@return the status of a call that failed}
     *
     * @param thrown the failure
     */
    public static Status of(Throwable thrown) {
        if (thrown instanceof CompletionException && thrown.getCause() != null) {
            return of(thrown.getCause());
        }
        if (thrown instanceof StatusRuntimeException known) {
            return known.getStatus();
        }
        return code(thrown).withDescription(sentence(thrown));
    }

    /**
     * {@return a failure with a given sentence}
     *
     * @param code its code
     * @param sentence the sentence
     */
    public static StatusRuntimeException because(Status code, String sentence) {
        return code.withDescription(cut(sentence)).asRuntimeException();
    }

    private static Status code(Throwable thrown) {
        if (thrown instanceof CaptureBusyException) {
            return Status.RESOURCE_EXHAUSTED;
        }
        if (thrown instanceof CaptureException || thrown instanceof CancellationException) {
            return Status.ABORTED;
        }
        if (thrown instanceof IllegalArgumentException) {
            return Status.INVALID_ARGUMENT;
        }
        return thrown instanceof IOException ? Status.ABORTED : Status.INTERNAL;
    }

    private static String sentence(Throwable thrown) {
        String message = thrown.getMessage();
        if (thrown instanceof CaptureException || thrown instanceof IllegalArgumentException) {
            return cut(message == null ? thrown.toString() : message);
        }
        return cut("The server failed: "
                + (message == null ? thrown : thrown.getClass().getSimpleName() + ": " + message));
    }

    private static String cut(String text) {
        String line = OneLine.of(text);
        return line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH);
    }
}
