package io.stepprofiler.segment;

import java.io.IOException;

/**
 * Takes what a profile records, segment by segment, while it is recorded; see {@link
 * io.stepprofiler.ProfileBuilder#stream}.
 *
 * <p>Called on threads of the profiler and by {@link io.stepprofiler.Profile#flush()}, by one at a time, with the
 * segments of one window in their order. While it works, threads fill their buffers; what they have no room for is
 * dropped and counted.
 */
@FunctionalInterface
public interface SegmentReceiver {
    /**
     * Takes the next segment.
     *
     * @param segment what has been recorded since the last one
     * @throws IOException if it can take no more: this segment is lost, and what is recorded in the window after it is
     *     dropped and counted
     */
    void receive(Segment segment) throws IOException;
}
