package io.stepprofiler.clock;

/**
 * A counter of time that is cheaper to read than {@link System#nanoTime()}, such as the processor's own.
 *
 * <p>Found by {@link java.util.ServiceLoader}, once a process; the first that is usable counts the time of everything
 * that is recorded, and its readings become nanoseconds when a trace is assembled. An implementation has a public
 * constructor without parameters.
 */
public interface TickSource {
    /** {@return its name in the metadata of a trace, such as {@code time-stamp counter}} */
    String name();

    /**
     * {@return why it cannot be used in this process; empty if it can} Asked once, before anything is recorded, and may
     * take time for verification.
     */
    String unusable();

    /** {@return ticks for each nanosecond, as measured against the monotonic clock; asked only if it is usable} */
    double ticksPerNano();

    /**
     * {@return whether its ticks are already the nanoseconds of traces} They are then not compared with {@link
     * System#nanoTime()}, so the clock of a test may stand still or run at any rate. Such a source takes precedence
     * over all others. Default false.
     */
    default boolean areNanos() {
        return false;
    }

    /**
     * {@return the present reading} Called twice for each scope, on any thread. On one thread readings never run
     * backwards; across two synchronized threads they may, by less than a microsecond. Their rate does not change.
     */
    long ticks();
}
