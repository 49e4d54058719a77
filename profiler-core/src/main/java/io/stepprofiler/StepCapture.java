package io.stepprofiler;

import io.stepprofiler.text.OneLine;
import io.stepprofiler.trace.Trace;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Capture under way; see {@link Captures#begin}.
 *
 * <p>It has a separate thread, which completes {@link #trace()} whatever happens to the training. All methods may be
 * called on any thread, do not wait for the training, and throw nothing.
 */
public final class StepCapture {
    /** State of a capture. */
    public enum State {
        /** It waits for its first step, or the first step of its warm-up. */
        WAITING,
        /** Steps of the warm-up are recorded and thrown away. */
        WARMING_UP,
        /** Its steps, or its duration, are recorded. */
        RECORDING,
        /** The recording has ended; the trace is being assembled. */
        FINISHING,
        /** The trace is available. */
        DONE,
        /** Nothing is delivered, because the capture was cancelled. */
        CANCELLED,
        /** Nothing is delivered; the exception of {@link #trace()} gives the reason. */
        FAILED;

        boolean isOpen() {
            return this == WARMING_UP || this == RECORDING;
        }

        boolean awaitsSteps() {
            return this == WAITING || isOpen();
        }

        boolean isOver() {
            return this == DONE || this == CANCELLED || this == FAILED;
        }
    }

    private final CaptureRecording recording;

    StepCapture(CaptureRecording recording) {
        this.recording = recording;
    }

    /** {@return the request} */
    public CaptureRequest request() {
        return recording.request;
    }

    /** {@return the current state} */
    public State state() {
        return recording.state();
    }

    /** {@return the number of the first recorded step, planned or begun; -1 if it is not known yet} */
    public long firstStep() {
        return recording.firstStep();
    }

    /** {@return the number of steps recorded to their ends} */
    public long stepsDone() {
        return recording.stepsDone();
    }

    /**
     * {@return a future of the trace, which fails with a {@link CaptureException} if there is none} Its callbacks run
     * on the thread of the capture; an exiting process waits for them, up to the {@linkplain
     * DeliveryOptions#withExitTimeout exit timeout}.
     */
    public CompletableFuture<Trace> trace() {
        return recording.coming.result();
    }

    /**
     * Ends the capture now. Its recording is delivered, marked partial; if it has not begun, the capture fails.
     *
     * @param why the reason, for the metadata of the trace, or for the exception if there is none
     */
    public void end(String why) {
        recording.endBecause(OneLine.of(why));
    }

    /** Cancels the capture; nothing is delivered. Does nothing if the trace is available. */
    public void cancel() {
        recording.cancel("was cancelled");
    }

    /** {@return failures that did not end the capture, such as a failed activity source} */
    public List<ProfileFailure> failures() {
        return recording.failures.list();
    }

    /** {@return the request and its progress, in one line} */
    @Override
    public String toString() {
        return recording.toString();
    }
}
