package io.stepprofiler;

import io.stepprofiler.window.Deadline;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Hook that runs work when the virtual machine exits, unless it is removed before. */
final class ExitHook {
    static final ExitHook NONE = new ExitHook(null);

    private static final String NAME = "step-profiler-exit";
    private static final Duration LOOK = Duration.ofMillis(10);

    /** Extra time to report work that was not done in time. */
    private static final Duration GRACE = Duration.ofMillis(100);

    /** Work at exit, within a given time. */
    interface Work {
        /**
         * Runs the work.
         *
         * @throws InterruptedException if the thread is interrupted while it waits
         */
        void run(Duration timeout) throws InterruptedException;
    }

    private final @Nullable Thread thread;

    private ExitHook(@Nullable Thread thread) {
        this.thread = thread;
    }

    /** Adds a hook; {@link #NONE} if the timeout is 0, or if the virtual machine is already exiting. */
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

    /**
     * Runs the work on a separate thread: it may call code that exits the virtual machine again, which never returns.
     */
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
     * True if a thread is exiting the virtual machine, or waits for the exit: it does nothing else any more. The stack
     * of a running thread is not examined, since all threads would have to stop for that.
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

    /** True for the states in which a thread waits for exit hooks, or for the lock of another exiting thread. */
    private static boolean isAtRest(Thread.State state) {
        return state == Thread.State.WAITING || state == Thread.State.BLOCKED;
    }

    void remove() {
        try {
            if (thread != null) {
                Runtime.getRuntime().removeShutdownHook(thread);
            }
        } catch (IllegalStateException e) {
            // The virtual machine is exiting; the hook may be running.
        }
    }
}
