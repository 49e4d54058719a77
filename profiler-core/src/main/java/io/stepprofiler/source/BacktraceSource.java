package io.stepprofiler.source;

/**
 * Reader of the raw backtrace that the virtual machine stores in a {@link Throwable}, before its elements are computed:
 * far faster than a stack walk in Java, and not accessible to Java code.
 *
 * <p>Found by {@link java.util.ServiceLoader}, once a process, when call stacks are recorded for the first time. The
 * backtrace is compared with the elements of a known stack; if its layout is not understood, stacks are walked in Java.
 * An implementation has a public constructor without parameters.
 */
public interface BacktraceSource {
    /** {@return why it cannot be used in this process; empty if it can} Asked once, before anything is read. */
    String unusable();

    /**
     * {@return the backtrace of a throwable; the throwable itself if it has none} Called for each call stack, on any
     * thread.
     *
     * @param throwable a throwable that the calling thread has filled in
     */
    Object backtrace(Throwable throwable);
}
