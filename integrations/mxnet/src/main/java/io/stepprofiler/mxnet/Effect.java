package io.stepprofiler.mxnet;

/** Effects of a command, as {@link Control} has them. */
enum Effect {
    /** Begin a trace, and statistics if there are none. */
    OPEN,
    /** Begin to record. */
    START,
    /** Record nothing until {@link #ADMIT}. */
    SUPPRESS,
    /** Record again. */
    ADMIT,
    /** End recording; what was recorded is kept. */
    STOP,
    /** Take the new configuration; a trace for another file begins. */
    ADOPT,
    /** Write the trace so far. */
    WRITE,
    /** Write the trace, and end it. */
    CLOSE,
    /** Fail: there is nothing that could be written. */
    REFUSE
}
