package io.stepprofiler;

import io.stepprofiler.window.Deadline;
import java.time.Duration;

/**
 * Thread that brings a capture to its end, whatever happens to the training. An exiting process waits for it, because
 * it runs the callbacks that receive the trace.
 */
final class CaptureCompanion {
    /** Polling interval of the exit hook. */
    private static final Duration EXIT_LOOK = Duration.ofMillis(10);

    private final Thread thread;
    private ExitHook exit = ExitHook.NONE;

    CaptureCompanion(Runnable work) {
        thread = new Thread(work, "step-profiler-capture");
        thread.setDaemon(true);
    }

    /**
     * Starts the thread.
     *
     * @param atExit makes the work end soon, called when the process exits
     */
    void start(Duration exitTimeout, Runnable atExit) {
        exit = ExitHook.add(exitTimeout, timeout -> {
            Deadline deadline = Deadline.in(timeout);
            atExit.run();
            while (thread.isAlive() && !ExitHook.isEndedBy(thread) && !deadline.isOver()) {
                thread.join(EXIT_LOOK.toMillis());
            }
        });
        thread.start();
    }

    /** Lets the process exit without waiting: the work is done. */
    void done() {
        exit.remove();
    }
}
