package io.stepprofiler.source;

import io.stepprofiler.clock.TickReading;

/** Recording of one window by an {@link ActivitySource}. */
public interface ActivityRecording {
    /** Stops recording; called once, on the thread that calls step or stop or switches the source off. */
    void stop();

    /**
     * Called when a recorded step begins: the first of the window right after its start, each further one when {@link
     * io.stepprofiler.Profile#step()} has ended the one before. Called on the training thread, whose step it delays;
     * not called without steps. The default does nothing.
     *
     * @param step number of the step
     */
    default void stepBegan(long step) {}

    /**
     * Takes a reading of the recording clock. Called a few times a second while the window is open, mostly on a thread
     * of the profiler's own, at least if that clock is a counter ({@link io.stepprofiler.clock.Ticks#areNanos}): a
     * source that reads the same counter converts its ticks by interpolating between these readings. The default does
     * nothing.
     *
     * @param reading the counter and the monotonic clock at one moment
     */
    default void clockRead(TickReading reading) {}

    /**
     * {@return whether recording has ended by itself, so that the window should end with this step} Asked once a step,
     * on the training thread, before {@link #stop}. The default is false.
     */
    default boolean hasStopped() {
        return false;
    }

    /**
     * {@return whether {@link #collectSoFar} is due} Asked about once a second before it, on the same thread. A
     * recording whose partial deliveries are expensive returns false most of the time; {@link #collectSoFar} is called
     * all the same if a caller waits for the events, such as for a snapshot of a history. The default is true.
     */
    default boolean isPieceDue() {
        return true;
    }

    /**
     * Adds the events that were recorded and have ended since the last call, so that journals and histories have them
     * while the window is open. Called several times a second at most, if {@link ActivitySource#collectsWhileOpen}, on
     * a thread of the profiler's own for this recording, perhaps at the same time as {@link #stepBegan} and {@link
     * #stop}, but not as {@link #collect}, which adds the rest. Late events are allowed: they may have begun at any
     * time. Notes are used for snapshots of a history. If it throws, it is not called again. The default adds nothing.
     *
     * @param sink where to add it; of no use after the call
     */
    default void collectSoFar(ActivitySink sink) {}

    /**
     * {@return whether its memory is filling up, so that it must deliver although the window still has room} A window
     * with a {@linkplain io.stepprofiler.ProfileBuilder#journal journal} stays in memory as long as it fits; a source
     * with memory of its own returns true long before it drops events. Asked about once a second, on the thread that
     * calls {@link #collectSoFar}. The default is false.
     */
    default boolean isFillingUp() {
        return false;
    }

    /**
     * {@return the part of the memory it has for events that undelivered ones take, 0 to 1} A schedule that chooses its windows itself
     * ends a window before an event finds no room. Asked once a step, on the training thread. The default is 0.
     */
    default double filledPart() {
        return 0;
    }

    /**
     * Adds the recorded events to the trace, except the ones that {@link #collectSoFar} has added. Called once after
     * {@link #stop}, off the training thread and perhaps while the source records the next window; not called if the
     * window is discarded.
     *
     * @param sink where to add it; of no use after the call
     */
    void collect(ActivitySink sink);
}
