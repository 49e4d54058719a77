package io.stepprofiler.segment;

import io.stepprofiler.columns.TrackContent;

/**
 * Header of a {@link ThreadSegment}: all that is known without reading its events.
 *
 * @param trackId id of the thread
 * @param trackName name of the thread
 * @param threadEnded whether the thread has ended
 * @param firstIndex number of its first event among all events of the thread in the window
 * @param size number of events that began in it
 * @param firstNanos when the first of them began; 0 if there is none
 * @param lastNanos the last time seen on the thread; {@link Long#MIN_VALUE} if there is none
 * @param open which of its events are open at the end of the segment, in order, counted from 0
 * @param has what any of its events has
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; tens of thousands of records need it small.
public record ThreadSegmentHeader(
        long trackId,
        String trackName,
        boolean threadEnded,
        long firstIndex,
        int size,
        long firstNanos,
        long lastNanos,
        int[] open,
        Has has) {
    /**
     * Rare data that events have.
     *
     * @param arguments arguments
     * @param signatures a signature
     * @param stacks a call stack
     * @param sequences a sequence number
     * @param correlations a correlation number
     */
    public record Has(boolean arguments, boolean signatures, boolean stacks, boolean sequences, boolean correlations) {
        /** Events without any. */
        public static final Has NOTHING = new Has(false, false, false, false, false);
    }

    TrackContent content() {
        return new TrackContent(has.arguments, has.signatures, has.stacks, has.sequences, has.correlations);
    }
}
