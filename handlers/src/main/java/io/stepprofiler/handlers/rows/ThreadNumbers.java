package io.stepprofiler.handlers.rows;

import io.stepprofiler.trace.TraceBuilder;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers of the threads of a file: their ids, or others where these do not fit into the 31 bits that all viewers read,
 * as those of imported traces may not. Readers of ours know all of them for threads.
 */
public final class ThreadNumbers {
    /** Rows that are no thread count from here: above the id of any thread that a program gets to. */
    public static final long FIRST_OTHER_ROW = 1L << 30;

    /** Threads without a number of their own count from here: above the other rows, of which there are far fewer. */
    private static final long FIRST_MADE = 3L << 29;

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
        boolean fits = trackId >= least && trackId < FIRST_OTHER_ROW;
        return fits || trackId >= TraceBuilder.FIRST_LANE_ID
                ? trackId
                : made.computeIfAbsent(trackId, any -> FIRST_MADE + made.size());
    }
}
