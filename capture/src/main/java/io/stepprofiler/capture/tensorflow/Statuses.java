package io.stepprofiler.capture.tensorflow;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.stepprofiler.CaptureBusyException;
import io.stepprofiler.CaptureException;
import java.util.concurrent.CompletionException;

/** What clients are told of exceptions: their sentence where it was written for them. */
final class Statuses {
    private Statuses() {}

    static Status of(Throwable thrown) {
        if (thrown instanceof CompletionException && thrown.getCause() != null) {
            return of(thrown.getCause());
        }
        if (thrown instanceof StatusRuntimeException known) {
            return known.getStatus();
        }
        if (thrown instanceof CaptureBusyException || thrown instanceof ReplyTooLongException) {
            return Status.RESOURCE_EXHAUSTED.withDescription(thrown.getMessage());
        }
        if (thrown instanceof CaptureException) {
            return Status.ABORTED.withDescription(thrown.getMessage());
        }
        if (thrown instanceof IllegalArgumentException) {
            return Status.INVALID_ARGUMENT.withDescription(thrown.getMessage());
        }
        return Status.INTERNAL.withDescription("The profile could not be made: " + thrown);
    }
}
