package io.stepprofiler;

import java.util.Optional;

/**
 * Captures of this process: recordings requested from outside while the program runs, such as by a server for a user,
 * one at a time.
 *
 * <p>A capture has its own options and its own window, and records steps at which the schedule of the running profile
 * is idle; the profile's windows are the same as without it. If no profile runs, it records steps of {@link
 * StepScope}s, or a duration. It never throws into the training loop. If there is no capture, a step only reads a
 * field. All methods may be called on any thread.
 */
public final class Captures {
    /** Metadata key of a capture's trace: the name of the requester, or {@code unnamed}. */
    public static final String METADATA = "capture";

    /** Metadata key of a capture's trace: how it differs from the request, if it does. */
    public static final String NOTE = "capture note";

    private Captures() {}

    /**
     * Begins a capture; a capture of steps waits for its first step. The first call in a process may take tens of
     * milliseconds, and up to a second with sources such as the flight recorder, so that no step of the training has
     * to.
     *
     * @param request what to record
     * @return the begun capture
     * @throws CaptureBusyException if another capture is under way, or the running profile leaves no idle steps
     * @throws CaptureException if the virtual machine has no thread for it
     * @throws IllegalArgumentException if the options of the request are not allowed
     */
    public static StepCapture begin(CaptureRequest request) {
        CaptureRecording capture = new CaptureRecording(request, request.options());
        checkRoom(request);
        ProcessSteps.want();
        if (!ProcessState.isProfilesTurn()) {
            capture.warmUp();
        }
        capture.plan(ProcessState.host());
        ProcessState.lock().lock();
        try {
            checkRoom(request);
            if (ProcessState.guest() instanceof CaptureRecording yielding) {
                yielding.cancel("gave way to a capture of " + request);
            }
            if (!ProcessState.isProfilesTurn() && ProcessState.host() == null) {
                StepLoop.warmUpProcess(false); // A profile does this at its start; none may have started yet.
            }
            capture.startClock();
            ProcessState.enter(capture);
        } finally {
            ProcessState.lock().unlock();
        }
        capture.begin();
        return capture.capture;
    }

    private static void checkRoom(CaptureRequest request) {
        Guest other = ProcessState.guest();
        if (other != null && (!other.yields() || request.isYielding())) {
            throw new CaptureBusyException(
                    "Busy with another capture: " + other + "; there is one at a time: wait for it, or end it");
        }
    }

    /** {@return the capture that waits or records, or whose trace is being assembled} */
    public static Optional<StepCapture> current() {
        return Optional.ofNullable(ProcessState.guest() instanceof CaptureRecording known ? known.capture : null);
    }

    /**
     * {@return the pace of the last steps of this process} Steps of {@link StepScope}s are counted after the first
     * call, profile or capture. That first call may take a tenth of a second to choose the clock.
     */
    public static StepPace pace() {
        ProcessSteps.want();
        return ProcessSteps.pace();
    }
}
