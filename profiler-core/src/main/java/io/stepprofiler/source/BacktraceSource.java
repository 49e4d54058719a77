package io.stepprofiler.source;

/**
 * Reads what the virtual machine notes of a call stack in a {@link Throwable}, before anybody asks for its elements: no
 * walk in Java is nearly as fast, and Java code cannot read it.
 *
 * <p>Found by {@link java.util.ServiceLoader}, once a process, when call stacks are recorded for the first time. What
 * it reads is compared with the elements of a known stack; where it is not understood, stacks are walked in Java. An
 * implementation has a public constructor without parameters.
 */
public interface BacktraceSource {
    /** {@return why it cannot be used in this process; empty if it can} Asked once, before anything is read. */
    String unusable();

    /**
     * {@return what is noted in a throwable; the throwable itself if nothing is} Called for each call stack, on any
     * thread.
     *
     * @param throwable what was filled in by the calling thread
     */
    Object backtrace(Throwable throwable);
}
