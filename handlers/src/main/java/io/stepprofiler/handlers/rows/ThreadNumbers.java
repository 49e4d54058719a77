package io.stepprofiler.handlers.rows;

import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.wire.RowNumbers;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers of the threads of a file: their ids, or others where these do not fit into the 31 bits that all viewers read,
 * as those of imported traces may not. Readers of ours know all of them for threads.
 */
public final class ThreadNumbers {
    private final long least;
    private final Map<Long, Long> made = new HashMap<>();

    /**
     * Numbers of one file.
     *
     * @param least the least number that the format has for threads
     */
    public ThreadNumbers(long least) {
        this.least = least;
    }

    /**
     * {@return the number of a thread, the same each time; that of another track is its id}
     *
     * @param trackId id of the track
     */
    public long of(long trackId) {
        boolean fits = trackId >= least && trackId < RowNumbers.FIRST_OTHER;
        return fits || trackId >= TraceBuilder.FIRST_LANE_ID
                ? trackId
                : made.computeIfAbsent(trackId, any -> RowNumbers.FIRST_MADE_THREAD + made.size());
    }
}
