package io.stepprofiler;

import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

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
    public static final String METADATA = "capture";

    /** Metadata of the trace of a capture that is not quite what was asked for: why. */
    public static final String NOTE = "capture note";

    /** Held while a window of a capture is begun or ended, and while a profile takes the turn. */
    private static final ReentrantLock LOCK = new ReentrantLock();

    private static volatile @Nullable StepCapture current;

    /** How many recordings of profiles have the turn: there may be one within another where a profile starts. */
    private static int turns;

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
        if (!isProfilesTurnNow()) {
            capture.warmUp();
        }
        capture.plan(Profile.running().orElse(null));
        LOCK.lock();
        try {
            checkRoom(request);
            StepCapture yielding = current;
            if (yielding != null) {
                yielding.cancel("gave way to a capture of " + request);
            }
            if (turns == 0 && Profile.running().isEmpty()) {
                WarmUp.profile(false); // As a profile does at its start, if none has.
            }
            current = capture;
            capture.startClock();
            ProcessSteps.listener(capture);
        } finally {
            LOCK.unlock();
        }
        capture.begin();
        return capture;
    }

    private static void checkRoom(CaptureRequest request) {
        StepCapture other = current;
        if (other != null && (!other.request().isYielding() || request.isYielding())) {
            throw new CaptureBusyException("Busy with another capture: " + other.describe()
                    + "; there is one at a time: wait for it, or end it");
        }
    }

    /** {@return the capture that waits or records, or whose trace is being put together} */
    public static Optional<StepCapture> current() {
        return Optional.ofNullable(current);
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

    static ReentrantLock lock() {
        return LOCK;
    }

    /** Whether a recording of a profile has the turn. With the lock held. */
    static boolean isProfilesTurn() {
        return turns > 0;
    }

    private static boolean isProfilesTurnNow() {
        LOCK.lock();
        try {
            return isProfilesTurn();
        } finally {
            LOCK.unlock();
        }
    }

    /** Gives the turn to a recording of a profile; a capture that records ends. */
    static void profileTakesTurn(String why) {
        LOCK.lock();
        try {
            turns++;
            StepCapture guest = current;
            if (guest != null) {
                guest.makeWay(why);
            }
        } finally {
            LOCK.unlock();
        }
    }

    static void profileLeavesTurn() {
        LOCK.lock();
        try {
            turns--;
        } finally {
            LOCK.unlock();
        }
    }

    /** Tells the capture that a profile does not run any longer. */
    static void profileEnded(Profile profile) {
        StepCapture guest = current;
        if (guest != null) {
            guest.profileEnded(profile);
        }
    }

    /** Makes room for the next one. */
    static void ended(StepCapture capture) {
        LOCK.lock();
        try {
            if (current == capture) {
                current = null;
                ProcessSteps.listener(null);
            }
        } finally {
            LOCK.unlock();
        }
    }
}
