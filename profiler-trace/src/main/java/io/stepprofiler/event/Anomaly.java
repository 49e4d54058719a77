package io.stepprofiler.event;

/** An oddity that was handled and counted: it drops no event, but the affected events may look different. */
public enum Anomaly {
    /** A scope was closed again after its end; the second close did nothing. */
    CLOSED_TWICE("closed twice"),
    /** A scope was closed while scopes opened inside it were open; those keep their own ends. */
    CLOSED_OUT_OF_ORDER("closed out of order"),
    /** A scope was closed on another thread than it was opened on; it ends there and is marked asynchronous. */
    CLOSED_ON_OTHER_THREAD("closed on another thread"),
    /** A scope of an earlier window was closed in this one. */
    CLOSED_AFTER_WINDOW("closed after its window"),
    /** A scope or an argument had a null or an empty name and was recorded as unnamed. */
    UNNAMED("unnamed"),
    /** A name, or an argument's text, was truncated to the longest that is kept. */
    TEXT_TRUNCATED("text cut"),
    /** There were more distinct names than are kept; the event was recorded under one common name. */
    TOO_MANY_NAMES("too many names"),
    /** An argument was left out: its scope was not open on this thread, or there was no room. */
    ARGUMENT_DROPPED("argument left out"),
    /** A step mark was left out: there was no room for it. */
    STEP_MARK_DROPPED("step mark left out"),
    /** An activity source failed; what it had recorded in the window is missing. */
    SOURCE_FAILED("activity source failed"),
    /** An operation's operands were truncated: too many operands or dimensions, or no room. */
    DETAILS_CUT("operation details cut"),
    /** A call stack was left out: no room, or more distinct ones than are kept. */
    STACK_DROPPED("call stack left out"),
    /** Memory was freed that was not allocated in the window, without saying how many bytes. */
    FREED_UNKNOWN("freed, not allocated in the window"),
    /** Memory was freed that had been freed already. */
    FREED_TWICE("freed twice"),
    /** Memory was allocated at an address that was allocated; it is taken as freed before. */
    ALLOCATED_TWICE("allocated twice"),
    /** Two categories were stated for one memory block; the later one counts. */
    CATEGORY_CONFLICT("category conflict"),
    /** A time lay before the start of its event; the duration was set to 0. */
    NEGATIVE_DURATION("negative duration"),
    /** An activity source did not record this step, as configured: its events are missing there. */
    STEP_NOT_SAMPLED("step not sampled");

    private final String label;

    Anomaly(String label) {
        this.label = label;
    }

    /** {@return the anomaly in words, as tables and files show it} */
    public String label() {
        return label;
    }
}
