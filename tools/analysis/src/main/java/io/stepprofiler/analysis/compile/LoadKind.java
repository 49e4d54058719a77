package io.stepprofiler.analysis.compile;

/** Kind of what a thread loads, and waits for meanwhile. */
public enum LoadKind {
    /** A class: finding, reading and defining it, without its static initializer. */
    CLASS,
    /** A native library: mapping and linking it, and what it does itself when it is loaded. */
    LIBRARY
}
