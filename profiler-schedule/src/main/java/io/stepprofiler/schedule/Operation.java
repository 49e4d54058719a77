package io.stepprofiler.schedule;

/** One thing the state machine asks of a {@link TraceLifecycle} between two steps. */
public enum Operation {
    /** Get ready to record: everything expensive belongs here, for warm-up steps pay it. */
    PREPARE,
    /** Begin a window. */
    START,
    /** End the window. */
    STOP,
    /** Hand the ended window to those who wait for it. */
    PUBLISH
}
