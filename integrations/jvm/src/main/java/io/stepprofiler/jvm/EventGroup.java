package io.stepprofiler.jvm;

/** Events of the flight recorder that are recorded together or not at all. */
public enum EventGroup {
    /** Garbage collections, their pauses and concurrent phases, and the heap before and after each. */
    GARBAGE_COLLECTION,
    /** Stops of all Java threads, with the operations of the virtual machine in them. */
    SAFEPOINTS,
    /** Compilations by the just-in-time compilers, deoptimizations, and a full code cache. */
    COMPILATION,
    /** Loading of classes and, from JDK 22 on, of native libraries. */
    CLASS_LOADING,
    /** Threads that are parked, asleep, or at a monitor. */
    WAITS,
    /** Threads that read or write a file or a socket. */
    INPUT_OUTPUT,
    /**
     * Samples of call stacks in Java and in native code. On Linux, samples in Java code are taken by a signal; they are
     * left out while a library is loaded that a signal may break.
     */
    METHOD_SAMPLES,
    /** Samples of allocations of Java objects. */
    ALLOCATION_SAMPLES,
    /** Resident memory of the process; from JDK 21 on. */
    PROCESS_MEMORY
}
