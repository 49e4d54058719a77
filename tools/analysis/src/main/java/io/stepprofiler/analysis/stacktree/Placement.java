package io.stepprofiler.analysis.stacktree;

import io.stepprofiler.trace.Track;

/** Decides where the events of a track, and what happens at moments on it, stand in a tree of stacks. */
public interface Placement {
    /** The places of what happens on one track. */
    interface Moments {
        /**
         * {@return the place of a moment}
         *
         * @param nanos the moment, in nanoseconds on the clock of the trace; it never goes back
         * @param stackId the call stack at that moment; negative if it is not known
         */
        int at(long nanos, int stackId);
    }

    /**
     * {@return the place of each event; nowhere for those without an end, which are in no stack either}
     *
     * @param track the track
     */
    int[] ofEvents(Track track);

    /**
     * {@return the places of samples}
     *
     * @param track the track
     */
    Moments ofSamples(Track track);

    /**
     * {@return the places of allocations}
     *
     * @param track the track
     */
    Moments ofAllocations(Track track);
}
