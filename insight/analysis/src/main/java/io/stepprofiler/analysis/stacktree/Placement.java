package io.stepprofiler.analysis.stacktree;

import io.stepprofiler.trace.Track;

/** Assigns the events of a track, and moments on it, to places in a tree of stacks. */
public interface Placement {
    /** Places of moments on one track. */
    interface Moments {
        /**
         * {@return the place of a moment}
         *
         * @param nanos the moment, in nanoseconds on the clock of the trace, not before the moment of the last call
         * @param stackId the call stack at that moment; negative if it is not known
         */
        int at(long nanos, int stackId);
    }

    /**
     * {@return the place of each event; nowhere for unfinished events, which no stack contains}
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
