package io.stepprofiler;

import io.stepprofiler.window.Deadline;
import java.time.Duration;

/**
 * The thread that sees a capture to its end, whatever happens to the training; a process that ends waits for it, because
 * what is done with the trace is done there.
 */
final class CaptureCompanion {
    /** How often what may hold up the end of the process is looked at. */
    private static final Duration EXIT_LOOK = Duration.ofMillis(10);

    private final Thread thread;
    private ExitHook exit = ExitHook.NONE;

    CaptureCompanion(Runnable work) {
        thread = new Thread(work, "step-profiler-capture");
        thread.setDaemon(true);
    }

    /**
     * Begins.
     *
     * @param atExit has the work end soon, where the process does
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

    /** Lets the process end without waiting: everything is done. */
    void done() {
        exit.remove();
    }
}
