package io.stepprofiler;

import io.stepprofiler.source.ActivityType;
import io.stepprofiler.trace.Anomaly;
import io.stepprofiler.trace.DropCause;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * What the threads of one recording share: its buffers, its names, its limits.
 *
 * <p>Life: made and switched to by the profile; written by threads through their {@link ThreadRecorder}s; {@link #end}ed
 * by the profile; then either assembled into a trace or discarded, and at last {@link #release}d, after which threads may
 * use their buffers again. A thread that was delayed may come late at any of these points: what it writes then goes to a
 * buffer of its own and to nobody's trace.
 */
final class Window {
    /** A scope that ended on another thread than it began. */
    record ForeignEnd(long token, long ticks) {}

    private static final int FOREIGN_END_BYTES = 64;
    private static final @Nullable ThreadRecorder[] NOBODY = {};
    private static final int CHUNKS_OF_ALL = 32;
    private static final int LEAST_CHUNK = 64;
    private static final int TEXTS_OF_ALL = 8;

    final int epoch = Recorder.nextEpoch();
    final EnumCounts<Anomaly> anomalies = new EnumCounts<>(Anomaly.class);
    final EnumCounts<DropCause> drops = new EnumCounts<>(DropCause.class);
    final Budget budget;
    final NameTable names;
    final StackTable stacks;
    final Capture capture;
    final StepMarks steps;
    final ClockReading start = ClockReading.now();

    /** Null in place of those of threads that have ended, once all of it has been read. */
    private final List<@Nullable ThreadBuffer> buffers = new ArrayList<>();

    private final Queue<ForeignEnd> foreignEnds = new ConcurrentLinkedQueue<>();

    /** Written anew after each change of an element, so that who reads it sees the elements. */
    private volatile @Nullable ThreadRecorder[] recorders = NOBODY;

    /** The thread of recorder 0: told here, because other threads must not touch what that thread writes all the time. */
    private volatile @Nullable Thread firstThread;

    private volatile Set<ActivityType> types;
    private volatile int chunkCapacity = Chunk.MAX_CAPACITY;
    private @Nullable ClockReading end;
    private volatile boolean released;

    /** What figures are told to; null if nobody looks at them. */
    volatile @Nullable Alarms alarms;

    Window(long maxEvents, long maxBytes, Capture capture) {
        this.capture = capture;
        budget = new Budget(maxEvents, maxBytes);
        names = new NameTable(anomalies, budget, Defaults.MAX_NAMES);
        stacks = new StackTable(anomalies, budget);
        steps = new StepMarks(anomalies, budget);
        types = capture.types();
    }

    /** Lets threads take room in so small pieces that one of them cannot take all of it before the first is read. */
    void drainOften() {
        chunkCapacity = (int) Math.min(
                Math.max(budget.maxBytes() / (CHUNKS_OF_ALL * Chunk.BYTES_PER_EVENT), LEAST_CHUNK), Chunk.MAX_CAPACITY);
        // They are never given back while the window is open, which may be for ever.
        names.limit(budget.maxBytes() / TEXTS_OF_ALL);
        stacks.limit(budget.maxBytes() / TEXTS_OF_ALL);
    }

    /** The most events of a chunk. */
    int chunkCapacity() {
        return chunkCapacity;
    }

    /** Whether things of this type are recorded now. */
    boolean records(ActivityType type) {
        return types.contains(type);
    }

    /** What is recorded from now on. */
    void record(Set<ActivityType> chosen) {
        types = chosen;
    }

    /** Adds a thread's buffer and gives the thread's number in this window. */
    synchronized int register(ThreadRecorder recorder, ThreadBuffer buffer) {
        if (released) {
            return 0;
        }
        int number = buffers.size();
        buffers.add(buffer);
        @Nullable ThreadRecorder[] grown = recorders;
        if (number >= grown.length) {
            grown = Arrays.copyOf(grown, Math.max(8, number * 2));
        }
        grown[number] = recorder;
        recorders = grown;
        if (number == 0) {
            firstThread = recorder.thread;
        }
        return number;
    }

    /** The recorder of the thread with this number; null if there is none or the window is over. */
    @Nullable
    ThreadRecorder recorder(int number) {
        @Nullable ThreadRecorder[] known = recorders;
        return number < known.length ? known[number] : null;
    }

    /** Whether this thread was the first to record in the window. */
    boolean isFirst(Thread thread) {
        return firstThread == thread;
    }

    /** The buffers of the threads that have not been {@linkplain #retire retired}. */
    List<ThreadBuffer> buffers() {
        return buffersFrom(0);
    }

    /** The buffers of those threads whose numbers are {@code first} and above. */
    synchronized List<ThreadBuffer> buffersFrom(int first) {
        List<ThreadBuffer> present = new ArrayList<>();
        for (ThreadBuffer buffer : buffers.subList(Math.min(first, buffers.size()), buffers.size())) {
            if (buffer != null) {
                present.add(buffer);
            }
        }
        return present;
    }

    /** Forgets a thread that has ended and of which everything has been read, and takes back the room that it has taken. */
    synchronized void retire(int number, long bytes) {
        if (released) {
            return;
        }
        buffers.set(number, null);
        @Nullable ThreadRecorder[] known = recorders;
        known[number] = null;
        recorders = known;
        budget.giveBack(bytes);
    }

    /** Notes an end that the scope's own thread will not write. */
    void endElsewhere(long token, long ticks) {
        anomalies.count(Anomaly.CLOSED_ON_OTHER_THREAD);
        // An event without its end is worth little, and there are no more ends than events.
        budget.takeAnyway(FOREIGN_END_BYTES);
        foreignEnds.add(new ForeignEnd(token, ticks));
    }

    /** Takes the ends away that threads told of others' scopes. */
    List<ForeignEnd> takeForeignEnds() {
        List<ForeignEnd> ends = new ArrayList<>();
        for (ForeignEnd end = foreignEnds.poll(); end != null; end = foreignEnds.poll()) {
            ends.add(end);
            budget.giveBack(FOREIGN_END_BYTES);
        }
        return ends;
    }

    /** Notes what the threads are called, and which have ended. */
    void noteThreads() {
        buffers().forEach(ThreadBuffer::noteThread);
    }

    /** The step that is open, if its thread has begun something in it. */
    Optional<StepMarks.Mark> stepUnderWay() {
        StepMarks.Mark open = steps.open();
        boolean underWay = open != null
                && buffers().stream()
                        .anyMatch(buffer -> buffer.thread == open.thread() && buffer.hasBegunAfter(open.startTicks()));
        return underWay ? Optional.ofNullable(open) : Optional.empty();
    }

    void end() {
        end = ClockReading.now();
        noteThreads();
    }

    /** Where the window ended. */
    ClockReading endReading() {
        if (end == null) {
            throw new IllegalStateException("the window has not ended");
        }
        return end;
    }

    /**
     * Lets threads use their buffers of this window again.
     *
     * @param keepChunks whether the threads that recorded in it keep their memory for the next window; the others give
     *     theirs back in any case
     */
    void release(boolean keepChunks) {
        discard();
        Recorder.reclaim(keepChunks ? this : null);
    }

    /** Lets threads use their buffers of this window again, and leaves all memory where it is. */
    void discard() {
        synchronized (this) {
            released = true;
            // Threads that record no more hold on to their last window: it must not hold on to anything itself.
            buffers.clear();
            recorders = NOBODY;
            firstThread = null;
        }
        foreignEnds.clear();
        names.clear();
        stacks.clear();
    }

    boolean isReleased() {
        return released;
    }
}
