package io.stepprofiler.handlers.rows;

import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.wire.RowNumbers;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers of the threads of a file: their ids, or made-up numbers for ids of more than 30 bits, which imported traces
 * may have; all viewers read 31 bits. Our readers recognize both as threads.
 */
public final class ThreadNumbers {
    private final long least;
    private final Map<Long, Long> made = new HashMap<>();

    /**
     * Numbers of one file.
     *
     * @param least the least number of a thread in the format
     */
    public ThreadNumbers(long least) {
        this.least = least;
    }

    /**
     * {@return the number of a thread, the same each time; for another track, its id}
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
