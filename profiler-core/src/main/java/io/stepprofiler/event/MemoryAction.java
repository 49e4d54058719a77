package io.stepprofiler.event;

/** What a memory event tells. */
public enum MemoryAction {
    /** Memory was taken. */
    ALLOCATE,
    /** Memory was given back. */
    FREE,
    /** There was no memory to take. */
    OUT_OF_MEMORY,
    /** Somebody said what a piece of memory is for. */
    CATEGORIZE
}
