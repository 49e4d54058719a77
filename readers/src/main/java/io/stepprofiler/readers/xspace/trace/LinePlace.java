package io.stepprofiler.readers.xspace.trace;

import io.stepprofiler.trace.TrackBuilder;

/**
 * Where the events of a line go.
 *
 * @param track the track
 * @param threadId its id, if it is a thread, else -1
 * @param isStream whether it is a stream of a device
 */
record LinePlace(TrackBuilder track, long threadId, boolean isStream) {
    boolean isThread() {
        return threadId >= 0;
    }
}
