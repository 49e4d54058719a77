package io.stepprofiler.handlers.stacks;

/** What the frames of a stack are. */
public enum StackFrames {
    /**
     * The recorded call stack of the event, and its name as the innermost frame. An event without a stack of its own
     * stands inside the event around it.
     */
    CALLS,
    /** The thread, and the names of the events around the event and its own: needs no recorded stacks. */
    SCOPES
}
