package io.stepprofiler;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Has something done when the virtual machine ends, unless it is removed before. */
final class ExitHook {
    static final ExitHook NONE = new ExitHook(null);

    /** What is done, within a time that it is told. */
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

    /** Adds a hook; none for a timeout of 0, and none once the virtual machine is ending. */
    static ExitHook add(Duration timeout, Work work) {
        if (timeout.isZero()) {
            return NONE;
        }
        Thread hook = new Thread(
                () -> {
                    try {
                        work.run(timeout);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "step-profiler-exit");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            return new ExitHook(hook);
        } catch (IllegalStateException e) {
            return NONE;
        }
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
