package io.stepprofiler.clock;

/**
 * A counter of time that is cheaper to read than {@link System#nanoTime()}, such as the processor's own.
 *
 * <p>Found by {@link java.util.ServiceLoader}, once a process; the first that is usable counts the time of everything
 * that is recorded, and its readings become nanoseconds when a trace is put together. An implementation has a public
 * constructor without parameters.
 */
public interface TickSource {
    /** {@return what it is called in the metadata of a trace, such as {@code time-stamp counter}} */
    String name();

    /**
     * {@return why it cannot be used in this process; empty if it can} Asked once, before anything is recorded; where
     * verifying it takes time, that is spent here.
     */
    String unusable();

    /** {@return ticks for each nanosecond, as measured against the monotonic clock; asked only if it is usable} */
    double ticksPerNano();

    /**
     * {@return whether its ticks are the nanoseconds that traces tell} They are then not compared with {@link
     * System#nanoTime()}, and the clock may stand still or run as it likes, as that of a test does. A source of which
     * this is true comes before all others. Default false.
     */
    default boolean areNanos() {
        return false;
    }

    /**
     * {@return the present reading} Called twice for each scope, on any thread. On one thread readings never run
     * backwards; from one thread to another that the first has since told something they may, by less than a
     * microsecond. Their rate does not change.
     */
    long ticks();
}
