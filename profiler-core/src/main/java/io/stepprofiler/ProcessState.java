package io.stepprofiler;

import io.stepprofiler.recording.Recorder;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The state of this process: which profile runs, which capture is its guest, and whose turn it is to record. The steps
 * are in {@link ProcessSteps}, and the open window is in {@link Recorder}.
 */
final class ProcessState {
    private static final AtomicReference<@Nullable Host> HOST = new AtomicReference<>();

    /** Held while a window of a capture is begun or ended, and while a profile takes the turn. */
    private static final ReentrantLock LOCK = new ReentrantLock();

    private static volatile @Nullable Guest guest;

    /** How many recordings of profiles have the turn: there may be one within another where a profile starts. */
    private static int turns;

    private ProcessState() {}

    static ReentrantLock lock() {
        return LOCK;
    }

    /** The profile that runs; null if none does. */
    static @Nullable Host host() {
        return HOST.get();
    }

    /** Makes a profile the one that runs if none does; answers the one that ran. */
    static @Nullable Host enter(Host host) {
        return HOST.compareAndExchange(null, host);
    }

    static void leave(Host host) {
        Guest present = guest;
        if (present != null) {
            present.hostEnded(host);
        }
        HOST.compareAndSet(host, null);
    }

    /** The capture under way; null if there is none. */
    static @Nullable Guest guest() {
        return guest;
    }

    /** Makes a capture the one under way. With the lock held. */
    static void enter(Guest capture) {
        guest = capture;
        ProcessSteps.listener(capture);
    }

    /** Makes room for the next one. */
    static void leave(Guest capture) {
        LOCK.lock();
        try {
            if (guest == capture) {
                guest = null;
                ProcessSteps.listener(null);
            }
        } finally {
            LOCK.unlock();
        }
    }

    /** Whether a recording of a profile has the turn. */
    static boolean isProfilesTurn() {
        LOCK.lock();
        try {
            return turns > 0;
        } finally {
            LOCK.unlock();
        }
    }

    /** Gives the turn to a recording of a profile; a capture that records ends. */
    static void profileTakesTurn(String why) {
        LOCK.lock();
        try {
            turns++;
            Guest present = guest;
            if (present != null) {
                present.makeWay(why);
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

    /** Makes everything as it was when the process began, for tests. */
    static void reset() {
        HOST.set(null);
        guest = null;
        LOCK.lock();
        try {
            turns = 0;
        } finally {
            LOCK.unlock();
        }
        ProcessSteps.listener(null);
        Recorder.reset();
    }
}
