package io.stepprofiler;

import io.stepprofiler.clock.TickScale;
import io.stepprofiler.segment.SegmentBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tasks that are open on threads which have ended and are forgotten: others may end them at any time. Of more than
 * {@value #MOST}, those of the threads that were forgotten last. For one thread at a time.
 */
final class LeftTasks {
    /** A task that nobody ends would be here for ever. */
    static final int MOST = 1 << 14;

    /**
     * What a thread has left.
     *
     * @param eventsRead how many events it had
     * @param firstOfChunk indexes of the first events of its chunks
     * @param open indexes of the tasks that are open
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record OfThread(long trackId, String trackName, long eventsRead, long[] firstOfChunk, Set<Long> open) {
        private long index(int slot) {
            return firstOfChunk[slot >>> Chunk.OFFSET_BITS] + (slot & Chunk.OFFSET_MASK);
        }

        private boolean hasChunk(int slot) {
            return slot >>> Chunk.OFFSET_BITS < firstOfChunk.length;
        }
    }

    /** By ticket, in the order in which they were forgotten. */
    private final Map<Integer, OfThread> threads = new LinkedHashMap<>();

    /** Ends that have not been taken into a segment. */
    private final List<Window.ForeignEnd> ends = new ArrayList<>();

    private int count;

    /** Keeps what a thread has left that is forgotten now. */
    void add(int ticket, OfThread left) {
        threads.put(ticket, left);
        count += left.open.size();
        while (count > MOST) {
            forget(threads.keySet().iterator().next());
        }
    }

    private void forget(int ticket) {
        OfThread forgotten = threads.remove(ticket);
        count -= forgotten == null ? 0 : forgotten.open.size();
    }

    /** Takes the end of such a task; false if it is none. */
    boolean tell(Window.ForeignEnd end) {
        OfThread thread = threads.get(ThreadRecorder.ticketOf(end.token()));
        boolean isLeft = thread != null && thread.hasChunk((int) end.token());
        if (isLeft) {
            ends.add(end);
        }
        return isLeft;
    }

    /** Adds the ends up to a cut to its segment. */
    void addTo(SegmentBuilder segment, Cut cut, TickScale scale) {
        ends.removeIf(end -> {
            boolean isDue = end.ticks() <= cut.ticks();
            if (isDue) {
                end(end, segment, scale);
            }
            return isDue;
        });
    }

    private void end(Window.ForeignEnd end, SegmentBuilder segment, TickScale scale) {
        int ticket = ThreadRecorder.ticketOf(end.token());
        OfThread thread = threads.get(ticket);
        long index = thread == null ? -1 : thread.index((int) end.token());
        if (thread != null && thread.open.remove(index)) {
            count--;
            segment.thread(thread.trackId, thread.trackName, thread.eventsRead)
                    .thread(thread.trackName, true)
                    .lateEnd(index, scale.nanos(end.ticks()), true);
            if (thread.open.isEmpty()) {
                forget(ticket);
            }
        }
    }
}
