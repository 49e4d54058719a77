package io.stepprofiler;

import io.stepprofiler.trace.Anomaly;
import io.stepprofiler.trace.ClockAnchor;
import io.stepprofiler.trace.DropCause;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * What the threads of one recording share: its buffers, its names, its limits.
 *
 * <p>Life: made and switched to by the profile; written by threads through their {@link ThreadRecorder}s; {@link #end}ed
 * by the profile; then either assembled into a trace or discarded, and at last {@link #release}d, after which threads
 * may use their buffers again.
 */
final class Window {
    /** A scope that ended on another thread than it began. */
    record ForeignEnd(long token, long nanos) {}

    private static final int FOREIGN_END_BYTES = 64;

    final int epoch = Recorder.nextEpoch();
    final EnumCounts<Anomaly> anomalies = new EnumCounts<>(Anomaly.class);
    final EnumCounts<DropCause> drops = new EnumCounts<>(DropCause.class);
    final NameTable names;
    final Budget budget;
    final ClockAnchor start = ClockAnchor.now();
    final StepMarks steps = new StepMarks();

    private final List<ThreadBuffer> buffers = new ArrayList<>();
    private final Queue<ForeignEnd> foreignEnds = new ConcurrentLinkedQueue<>();
    private @Nullable ThreadRecorder[] recorders = new ThreadRecorder[8];
    private @Nullable ClockAnchor end;
    private volatile boolean released;

    Window(long maxEvents, long maxBytes) {
        names = new NameTable(anomalies, Defaults.MAX_NAMES);
        budget = new Budget(maxEvents, maxBytes);
    }

    /** Adds a thread's buffer and gives the thread's number in this window. */
    synchronized int register(ThreadRecorder recorder, ThreadBuffer buffer) {
        int number = buffers.size();
        buffers.add(buffer);
        if (number == recorders.length) {
            recorders = Arrays.copyOf(recorders, number * 2);
        }
        recorders[number] = recorder;
        return number;
    }

    /** The recorder of the thread with this number, if the caller's view of the window has it: its own thread's has. */
    @Nullable
    ThreadRecorder recorder(int number) {
        @Nullable ThreadRecorder[] known = recorders;
        return number < known.length ? known[number] : null;
    }

    synchronized List<ThreadBuffer> buffers() {
        return List.copyOf(buffers);
    }

    /** Notes an end that the scope's own thread will not write. */
    void endElsewhere(long token, long nanos) {
        if (!budget.takeBytes(FOREIGN_END_BYTES)) {
            return;
        }
        anomalies.count(Anomaly.CLOSED_ON_OTHER_THREAD);
        foreignEnds.add(new ForeignEnd(token, nanos));
    }

    Queue<ForeignEnd> foreignEnds() {
        return foreignEnds;
    }

    void end() {
        end = ClockAnchor.now();
    }

    /** Where the window ended. */
    ClockAnchor endAnchor() {
        if (end == null) {
            throw new IllegalStateException("the window has not ended");
        }
        return end;
    }

    /**
     * Lets threads use their buffers of this window again.
     *
     * @param keepChunks whether they keep the memory for the next window
     */
    void release(boolean keepChunks) {
        if (!keepChunks) {
            buffers().forEach(ThreadBuffer::dropChunks);
        }
        released = true;
        synchronized (this) {
            // Threads that record no more hold on to their last window: it must not hold on to the buffers of others.
            buffers.clear();
            recorders = new ThreadRecorder[0];
        }
        foreignEnds.clear();
    }

    boolean isReleased() {
        return released;
    }
}
