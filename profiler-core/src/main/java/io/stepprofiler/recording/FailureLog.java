package io.stepprofiler.recording;

import org.jspecify.annotations.Nullable;

/** Log of failures that must not reach the training program; never throws. */
public interface FailureLog {
    /** Part of the profiler that failed. */
    enum Part {
        /** Recording or reading of a window. */
        RECORDING,
        /** A journal. */
        JOURNAL,
        /** Annotations for other profilers. */
        ANNOTATIONS,
        /** The step ledger. */
        LEDGER
    }

    /** Logs a failure without an exception. */
    default void add(Part part, String message) {
        add(part, message, null);
    }

    /** Logs a failure. */
    void add(Part part, String message, @Nullable Throwable cause);
}
