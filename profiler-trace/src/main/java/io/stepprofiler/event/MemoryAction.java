package io.stepprofiler.event;

/** Action of a memory event. */
public enum MemoryAction {
    /** Memory was taken. */
    ALLOCATE,
    /** Memory was given back. */
    FREE,
    /** There was no memory to take. */
    OUT_OF_MEMORY,
    /** The category of a memory block was stated. */
    CATEGORIZE
}
