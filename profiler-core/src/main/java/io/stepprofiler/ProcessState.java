package io.stepprofiler;

import io.stepprofiler.recording.Recorder;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * State of this process: the running profile, the capture under way, and whether a profile claims the recorder. The
 * steps are in {@link ProcessSteps}, and the open window is in {@link Recorder}.
 */
final class ProcessState {
    private static final AtomicReference<@Nullable Host> HOST = new AtomicReference<>();

    /** Held while a capture begins or ends a window, and while a profile claims the recorder. */
    private static final ReentrantLock LOCK = new ReentrantLock();

    private static volatile @Nullable Guest guest;

    /** Profiles that start, and recordings of profiles that claim the recorder. */
    private static final Set<Object> CLAIMS = new HashSet<>();

    private ProcessState() {}

    static ReentrantLock lock() {
        return LOCK;
    }

    /** Running profile, or null. */
    static @Nullable Host host() {
        return HOST.get();
    }

    /** Registers a profile as running unless another one is; returns the profile that was running before, or null. */
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

    /** Capture under way, or null. */
    static @Nullable Guest guest() {
        return guest;
    }

    /** Registers a capture as under way. Called with the lock held. */
    static void enter(Guest capture) {
        guest = capture;
    }

    /** Unregisters a capture, so that another one can begin. */
    static void leave(Guest capture) {
        LOCK.lock();
        try {
            if (guest == capture) {
                guest = null;
            }
        } finally {
            LOCK.unlock();
        }
    }

    /** True if a profile claims the recorder. */
    static boolean isProfilesTurn() {
        LOCK.lock();
        try {
            return !CLAIMS.isEmpty();
        } finally {
            LOCK.unlock();
        }
    }

    /** Claims the recorder for a profile, which ends a recording capture. */
    static void takeTurn(Object claimant, String why) {
        LOCK.lock();
        try {
            Guest present = guest;
            if (CLAIMS.add(claimant) && present != null) {
                present.makeWay(why);
            }
        } finally {
            LOCK.unlock();
        }
    }

    static void leaveTurn(Object claimant) {
        LOCK.lock();
        try {
            CLAIMS.remove(claimant);
        } finally {
            LOCK.unlock();
        }
    }
}
