package io.stepprofiler.schedule.transition;

/** Operation that the state machine runs on a {@link TraceLifecycle} between two steps. */
public enum Operation {
    /** Get ready to record: everything expensive belongs here, because warm-up steps pay for it. */
    PREPARE,
    /** Begin a window. */
    START,
    /** End the window. */
    STOP,
    /** Deliver the ended window. */
    PUBLISH
}
