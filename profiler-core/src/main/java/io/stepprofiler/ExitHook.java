package io.stepprofiler;

import io.stepprofiler.window.Deadline;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Has something done when the virtual machine ends, unless it is removed before. */
final class ExitHook {
    static final ExitHook NONE = new ExitHook(null);

    private static final String NAME = "step-profiler-exit";
    private static final Duration LOOK = Duration.ofMillis(10);

    /** Time to say what was not done in time. */
    private static final Duration GRACE = Duration.ofMillis(100);

    /** Work at exit, within a given time. */
    interface Work {
        /**
         * Does it.
         *
         * @throws InterruptedException if the virtual machine wants to end at once
         */
        void run(Duration timeout) throws InterruptedException;
    }

    private final @Nullable Thread thread;

    private ExitHook(@Nullable Thread thread) {
        this.thread = thread;
    }

    /**
     * Adds a hook; none for a timeout of 0, and none once the virtual machine is ending.
     */
    static ExitHook add(Duration timeout, Work work) {
        if (timeout.isZero()) {
            return NONE;
        }
        Thread hook = new Thread(() -> runInTime(timeout, work), NAME);
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            return new ExitHook(hook);
        } catch (IllegalStateException e) {
            return NONE;
        }
    }

    /** In a thread of its own, since it may call what ends the virtual machine once more, which never returns. */
    private static void runInTime(Duration timeout, Work work) {
        Deadline deadline = Deadline.in(timeout.plus(GRACE));
        Thread worker = new Thread(
                () -> {
                    try {
                        work.run(timeout);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                NAME);
        worker.setDaemon(true);
        worker.start();
        try {
            while (worker.isAlive() && !isEndedBy(worker) && !deadline.isOver()) {
                worker.join(LOOK.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Whether a thread is ending the virtual machine, or waits for that to be done: it does nothing else any more. One that
     * runs is not asked for its stack, for which all threads would have to stop.
     */
    static boolean isEndedBy(@Nullable Thread thread) {
        if (thread == null || !isAtRest(thread.getState())) {
            return false;
        }
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (frame.getClassName().equals("java.lang.Shutdown")) {
                return true;
            }
        }
        return false;
    }

    /** Waits for other hooks without a limit, or for the lock of whoever ends the virtual machine. */
    private static boolean isAtRest(Thread.State state) {
        return state == Thread.State.WAITING || state == Thread.State.BLOCKED;
    }

    void remove() {
        try {
            if (thread != null) {
                Runtime.getRuntime().removeShutdownHook(thread);
            }
        } catch (IllegalStateException e) {
            // The virtual machine is ending, maybe with the hook on the way.
        }
    }
}
