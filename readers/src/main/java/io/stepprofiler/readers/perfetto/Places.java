package io.stepprofiler.readers.perfetto;

import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.trace.TrackBuilder;

/** What the tracks of a file stand for in a trace. */
interface Places {
    /**
     * The track of an event.
     *
     * @param uuid the track of the file
     * @param threadName thread that the event says it began on; empty if it says none
     */
    TrackBuilder track(long uuid, String threadName);

    /** The id of the track that slices on a track of the file belong to; a thread is not made for that. */
    long trackId(long uuid);

    /** Whether a track is a thread, or a row of one, so that it may have steps. */
    boolean isThread(long uuid);

    /** The reach of instants on a track. */
    MarkerScope reach(long uuid);

    /** The domain of a counter; empty if it has none. */
    String domain(long uuid);

    /** The number of the recorded process; 0 if it is not known. */
    long process();

    /** The name of the recorded process; empty if it is not known. */
    String processName();

    /** The machine that it ran on; empty if it is not known. */
    String host();
}
