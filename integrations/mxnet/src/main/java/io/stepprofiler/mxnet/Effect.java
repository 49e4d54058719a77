package io.stepprofiler.mxnet;

/** Effects of a command, carried out by {@link Control}. */
enum Effect {
    /** Begin a trace, and statistics if there are none. */
    OPEN,
    /** Begin to record. */
    START,
    /** Record nothing until {@link #ADMIT}. */
    SUPPRESS,
    /** Record again. */
    ADMIT,
    /** End recording; recorded events are kept. */
    STOP,
    /** Take the new configuration; a new file begins a new trace. */
    ADOPT,
    /** Write the trace so far. */
    WRITE,
    /** Write the trace, and end it. */
    CLOSE,
    /** Fail: there is nothing to write. */
    REFUSE
}
