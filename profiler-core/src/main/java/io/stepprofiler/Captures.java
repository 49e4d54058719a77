package io.stepprofiler;

import java.util.Optional;

/**
 * Captures of this process: recordings that somebody asks for from outside while the program runs, such as a server for
 * a user, one at a time.
 *
 * <p>A capture is a guest. It has its own options and its own window, and takes steps at which the schedule of the
 * running profile does nothing; the profile's windows are what they would be without it. Where no profile runs, its
 * steps are those of {@link StepScope}s, or it is of a duration. Nothing of it throws into the training loop. While
 * there is none, a step pays for a question to a field. All methods may be called on any thread.
 */
public final class Captures {
    /** Metadata of the trace of a capture: who asked for it, {@code unnamed} if that was not said. */
    public static final String METADATA = GuestRecording.METADATA;

    /** Metadata of the trace of a capture that is not quite what was asked for: why. */
    public static final String NOTE = GuestRecording.NOTE;

    private Captures() {}

    /**
     * Begins a capture; it waits for its first step, if it is of steps. May take some tens of milliseconds the first
     * time in a process, and up to a second with sources such as the flight recorder, so that no step of the training
     * does.
     *
     * @param request what to record
     * @return the capture under way
     * @throws CaptureBusyException if there is another one, or the running profile leaves no room for one
     * @throws CaptureException if the virtual machine has no thread for it
     * @throws IllegalArgumentException if the options of the request are not allowed
     */
    public static StepCapture begin(CaptureRequest request) {
        StepCapture capture = new StepCapture(request, request.options());
        checkRoom(request);
        ProcessSteps.want();
        if (!ProcessState.isProfilesTurn()) {
            capture.warmUp();
        }
        capture.plan(ProcessState.host());
        ProcessState.lock().lock();
        try {
            checkRoom(request);
            StepCapture yielding = current().orElse(null);
            if (yielding != null) {
                yielding.cancel("gave way to a capture of " + request);
            }
            if (!ProcessState.isProfilesTurn() && ProcessState.host() == null) {
                StepLoop.warmUpProcess(false); // As a profile does at its start, if none has.
            }
            capture.startClock();
            ProcessState.enter(capture.guest);
        } finally {
            ProcessState.lock().unlock();
        }
        capture.begin();
        return capture;
    }

    private static void checkRoom(CaptureRequest request) {
        StepCapture other = current().orElse(null);
        if (other != null && (!other.request().isYielding() || request.isYielding())) {
            throw new CaptureBusyException("Busy with another capture: " + other.describe()
                    + "; there is one at a time: wait for it, or end it");
        }
    }

    /** {@return the capture that waits or records, or whose trace is being put together} */
    public static Optional<StepCapture> current() {
        return ProcessState.guest() instanceof StepCapture.Hearing hearing
                ? Optional.of(hearing.capture())
                : Optional.empty();
    }

    /**
     * {@return how fast the steps of this process go, whoever marks them} Steps of {@link StepScope}s are counted from
     * the first call on, or the first profile or capture; that call may take a tenth of a second, in which the clock is
     * chosen.
     */
    public static StepPace pace() {
        ProcessSteps.want();
        return ProcessSteps.pace();
    }
}
