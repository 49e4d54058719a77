package io.stepprofiler;

import io.stepprofiler.trace.Anomaly;
import io.stepprofiler.trace.DropCause;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** Copies one thread's side log into its track of a trace, up to the end of the window. */
final class SideReader {
    private static final int RECORDS_A_CHECK = 1024;

    private final TraceBuilder trace;
    private final TrackBuilder track;
    private final long trackId;
    private final OpRecord operations;
    private final StackResolver stacks;
    private final IntUnaryOperator eventOf;
    private final long windowEnd;
    private final Deadline deadline;

    private long memoryEvents;
    private long lastNanos = Long.MIN_VALUE;
    private int untilCheck = RECORDS_A_CHECK;
    private boolean late;

    /**
     * Reads into a track.
     *
     * @param eventOf gives the event at a slot; -1 if it is not in the trace
     */
    SideReader(
            TraceBuilder trace,
            TrackBuilder track,
            long trackId,
            OpRecord operations,
            StackResolver stacks,
            IntUnaryOperator eventOf,
            long windowEnd,
            Deadline deadline) {
        this.trace = trace;
        this.track = track;
        this.trackId = trackId;
        this.operations = operations;
        this.stacks = stacks;
        this.eventOf = eventOf;
        this.windowEnd = windowEnd;
        this.deadline = deadline;
    }

    /** The stack numbers of a window as those of its trace, each looked up once. */
    static final class StackResolver {
        private final StackTable stacks;
        private final TraceBuilder trace;
        private int[] ids = {};

        StackResolver(StackTable stacks, TraceBuilder trace) {
            this.stacks = stacks;
            this.trace = trace;
        }

        int idOf(int stack) {
            if (stack >= ids.length) {
                ids = Arrays.copyOf(ids, Math.max(64, stack * 2));
            }
            if (ids[stack] == 0) {
                ids[stack] = 1 + trace.stackId(stacks.stack(stack));
            }
            return ids[stack] - 1;
        }
    }

    void read(SideLog log) {
        log.forEach(this::read);
    }

    /** Memory events of the window, read or dropped. */
    long memoryEvents() {
        return memoryEvents;
    }

    /** When the last memory event happened; {@link Long#MIN_VALUE} if there is none. */
    long lastNanos() {
        return lastNanos;
    }

    private void read(long[] words, int at) {
        if (--untilCheck == 0) {
            untilCheck = RECORDS_A_CHECK;
            late |= deadline.isOver();
        }
        long header = words[at];
        if (SideLog.type(header) == SideLog.MEMORY) {
            readMemory(words, at);
            return;
        }
        int event = eventOf.applyAsInt(SideLog.slot(header));
        if (event < 0) {
            return; // Of a scope that began after the window's end, or was dropped.
        }
        boolean operation = SideLog.type(header) == SideLog.OPERATION;
        if (late) {
            trace.anomaly(operation ? Anomaly.DETAILS_CUT : Anomaly.STACK_DROPPED, 1);
        } else if (operation) {
            addOperation(event, words, at);
        } else {
            track.stack(event, stacks.idOf((int) words[at + 1]));
        }
    }

    private void addOperation(int event, long[] words, int at) {
        try {
            operations.addTo(track, event, words, at);
        } catch (RuntimeException e) {
            // Details that two threads filled at once may make no sense.
            trace.anomaly(Anomaly.DETAILS_CUT, 1);
        }
    }

    private void readMemory(long[] words, int at) {
        long nanos = MemoryRecord.nanos(words, at);
        if (nanos > windowEnd) {
            return;
        }
        memoryEvents++;
        lastNanos = Math.max(lastNanos, nanos);
        if (late) {
            trace.dropped(DropCause.POST_PROCESSING_TIMEOUT, 1);
        } else {
            trace.memory(MemoryRecord.read(words, at, trackId, stacks::idOf));
        }
    }
}
