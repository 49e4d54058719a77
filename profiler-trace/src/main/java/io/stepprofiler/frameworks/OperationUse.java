package io.stepprofiler.frameworks;

/** What operations of some names are used for. */
public enum OperationUse {
    /** They copy or convert a tensor. */
    COPY,
    /** They read a value back from a tensor, and wait for it. */
    READ,
    /** They index a tensor. */
    INDEX,
    /** They find an element and copy it out. */
    ELEMENT
}
