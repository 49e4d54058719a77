package io.stepprofiler.recording;

import org.jspecify.annotations.Nullable;

/** The place for failures that the training program does not meet; never throws. */
public interface FailureLog {
    /** The part of the profiler that has failed. */
    enum Part {
        /** The recording of a window, or reading it. */
        RECORDING,
        /** A journal. */
        JOURNAL,
        /** Annotations for other profilers. */
        ANNOTATIONS
    }

    /** Takes note of a failure that no exception says. */
    default void add(Part part, String message) {
        add(part, message, null);
    }

    /** Takes note of a failure. */
    void add(Part part, String message, @Nullable Throwable cause);
}
