package io.stepprofiler.event;

/** Reach of a marker: the threads or processes that it concerns. */
public enum MarkerScope {
    /** The process. */
    PROCESS,
    /** All processes of a run. */
    GLOBAL,
    /** The thread that marked it. */
    THREAD
}
