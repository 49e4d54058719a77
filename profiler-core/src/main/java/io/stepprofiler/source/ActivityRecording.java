package io.stepprofiler.source;

import io.stepprofiler.clock.TickReading;

/** Recording of one window by an {@link ActivitySource}. */
public interface ActivityRecording {
    /** Stops recording; called once, on the thread that steps, stops or switches the source off. */
    void stop();

    /**
     * Hears that a recorded step begins: the first of the window right after its start, each further one when
     * {@link io.stepprofiler.Profile#step()} has ended the one before. Called on the thread that steps, and to be as
     * quick as a step can bear; not called without steps. The default does nothing.
     *
     * @param step number of the step
     */
    default void stepBegan(long step) {}

    /**
     * Hears a reading of the clock that scopes are timed by. Called a few times a second while the window is open,
     * mostly on a thread of the profiler's own, at least if that clock is a counter ({@link
     * io.stepprofiler.clock.Ticks#areNanos}): a source that reads the same counter times its events on lines between
     * these readings. The default does nothing.
     *
     * @param reading the counter and the monotonic clock at one moment
     */
    default void clockRead(TickReading reading) {}

    /**
     * {@return whether recording has ended by itself, so that the window should end with this step} Asked once a step,
     * on the training thread, before {@link #stop}. The default is that it has not.
     */
    default boolean hasStopped() {
        return false;
    }

    /**
     * {@return whether it is time for {@link #collectSoFar}} Asked about once a second before it, on the same thread. A
     * recording whose pieces cost much says no most of the time; it is asked for a piece all the same when what it has
     * seen is waited for, such as for a snapshot of a history. The default is that it always is.
     */
    default boolean isPieceDue() {
        return true;
    }

    /**
     * Adds what was recorded and has ended since the last call, so that journals and histories have it while the window
     * is open. Called several times a second at most, of sources that {@linkplain ActivitySource#collectsWhileOpen say
     * so}, on a thread of the profiler's own for this recording, perhaps at the same time as {@link #stepBegan} and
     * {@link #stop}, but not as {@link #collect}, which adds the rest. What is late is added late: events may have
     * begun at any time. Notes are those of snapshots of a history. If it throws, it is not called again. The default
     * adds nothing.
     *
     * @param sink where to add it; of no use after the call
     */
    default void collectSoFar(ActivitySink sink) {}

    /**
     * {@return whether it holds so much that it is to deliver, although everything else in the window has room} A
     * window with a {@linkplain io.stepprofiler.ProfileBuilder#journal journal} stays in memory as long as it fits; a
     * source with memory of its own says so long before it drops anything. Asked about once a second, where {@link
     * #collectSoFar} is called. The default is that it does not.
     */
    default boolean isFillingUp() {
        return false;
    }

    /**
     * Adds what was recorded to the trace, except for what {@link #collectSoFar} has added. Called once after {@link
     * #stop}, off the training thread and perhaps while the source records the next window; not called if the window is
     * thrown away.
     *
     * @param sink where to add it; of no use after the call
     */
    void collect(ActivitySink sink);
}
