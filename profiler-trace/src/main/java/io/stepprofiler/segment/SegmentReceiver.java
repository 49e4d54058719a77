package io.stepprofiler.segment;

import java.io.IOException;

/**
 * Receiver of a profile's events, segment by segment, while they are recorded.
 *
 * <p>Called on threads of the profiler and by {@code Profile.flush()}, by one at a time, with the
 * segments of one window in their order. While it works, threads fill their buffers; events beyond them are dropped and
 * counted.
 */
@FunctionalInterface
public interface SegmentReceiver {
    /**
     * Takes the next segment.
     *
     * @param segment the events recorded since the last one
     * @throws IOException if it can take no more: this segment is lost, and later events of the window are dropped and
     *     counted
     */
    void receive(Segment segment) throws IOException;
}
