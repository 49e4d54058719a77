package io.stepprofiler.recording;

import io.stepprofiler.clock.ClockReading;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Window of a recording, shared by its threads: its buffers, its names, its limits.
 *
 * <p>Life: made and switched to by the profile; written by threads through their {@link ThreadRecorder}s; {@link
 * #end}ed by the profile; then either assembled into a trace or not, and at last {@link #discard}ed, after which
 * threads may use their buffers again. A thread that was delayed may come late at any of these points: what it writes
 * then goes to a buffer of its own and to no trace.
 */
public final class Window extends Room {
    /** A scope that ended on another thread than it began. */
    public record ForeignEnd(long token, long ticks) {}

    private static final int FOREIGN_END_BYTES = 64;
    private static final @Nullable ThreadRecorder[] NOBODY = {null};
    private static final int FIRST_SEATS = 8;

    /*
     * The threads that were the first to record, mostly all that do: to look at a few fields takes a thread a fraction of
     * what a thread-local variable does, and half of what arrays would. Threads lie beside their recorders, at which other
     * threads must not even look: their owners write into them all the time.
     */
    private @Nullable Thread thread0;
    private @Nullable Thread thread1;
    private @Nullable Thread thread2;
    private @Nullable ThreadRecorder recorder0;
    private @Nullable ThreadRecorder recorder1;
    private @Nullable ThreadRecorder recorder2;

    public final StepMarks steps;
    public final ClockReading start = ClockReading.now();

    /** What is told of what its threads do; null if nobody is. */
    public final ThreadRecorder.@Nullable Maker annotations;

    private final boolean recorded;

    /** In the order in which they came; without those that have been {@linkplain #retire retired}. */
    private final Set<ThreadBuffer> buffers = new LinkedHashSet<>();

    /** Those that the reader does not know yet. */
    private final List<ThreadBuffer> arrived = new ArrayList<>();

    private final Queue<ForeignEnd> foreignEnds = new ConcurrentLinkedQueue<>();

    /**
     * By the low bits of their tickets, for which the length is a power of two; written anew after each change of an
     * element, so that who reads it sees the elements.
     */
    private volatile @Nullable ThreadRecorder[] recorders = NOBODY;

    /**
     * Which bits of a ticket are its seat; may lag behind the seats. Beside them, so that reading it does not wait for
     * them to be read.
     */
    private int seatMask;

    private int firstTicket;
    private int lastTicket;

    /** How far the tickets reach from the first, those of other windows between them included. */
    private volatile long tickets;

    /** Never changed, but replaced; asked for each change of a counter. */
    private volatile EnumSet<ActivityType> types;

    private @Nullable ClockReading end;

    /** Time that the profiler takes in the background. */
    public final LongAdder drainerNanos = new LongAdder();

    public final LongAdder sourceNanos = new LongAdder();

    /** Receiver of the values of counters; null if there is none. */
    public volatile @Nullable CounterListener alarms;

    /** Puts what has been recorded so far into a trace; null if that is not needed to know what memory is allocated. */
    public volatile @Nullable Supplier<Optional<Trace>> soFar;

    /** A window that no other profiler is told of. */
    public Window(long maxEvents, long maxBytes, Capture capture) {
        this(maxEvents, maxBytes, capture, null);
    }

    public Window(long maxEvents, long maxBytes, Capture capture, ThreadRecorder.@Nullable Maker annotations) {
        this(maxEvents, maxBytes, capture, annotations, true);
    }

    private Window(
            long maxEvents,
            long maxBytes,
            Capture capture,
            ThreadRecorder.@Nullable Maker annotations,
            boolean recorded) {
        super(new Budget(maxEvents, maxBytes), capture);
        this.annotations = annotations;
        this.recorded = recorded;
        steps = new StepMarks(anomalies, budget);
        types = copy(capture.types());
    }

    /** A window for the time in which nothing is recorded, but told. */
    static Window unrecorded(Capture capture, ThreadRecorder.Maker annotations) {
        return new Window(0, Long.MAX_VALUE, capture, annotations, false);
    }

    /** Whether anything is recorded in it. */
    public boolean isRecorded() {
        return recorded;
    }

    /** Whether things of this type are recorded now. */
    public boolean records(ActivityType type) {
        return types.contains(type);
    }

    /** What is recorded from now on. */
    public void record(Set<ActivityType> chosen) {
        types = copy(chosen);
    }

    private static EnumSet<ActivityType> copy(Set<ActivityType> types) {
        EnumSet<ActivityType> copy = EnumSet.noneOf(ActivityType.class);
        copy.addAll(types);
        return copy;
    }

    /**
     * Adds a thread's buffer and gives the thread its ticket, which no other thread has, nor this one in another
     * window.
     */
    public synchronized int register(ThreadRecorder recorder, ThreadBuffer buffer) {
        if (isReleased()) {
            return Tickets.next();
        }
        @Nullable ThreadRecorder[] seats = seatsFor(buffers.size() + 1);
        int ticket = freeTicket(seats);
        // What may need memory first, so that nothing has changed where there is none.
        buffer.ticket(ticket);
        buffers.add(buffer);
        arrived.add(buffer);
        seats[ticket & (seats.length - 1)] = recorder;
        if (tickets == 0) {
            firstTicket = ticket;
            lastTicket = ticket - 1;
        }
        addFirst(recorder);
        tickets += Integer.toUnsignedLong(ticket - lastTicket);
        lastTicket = ticket;
        recorders = seats;
        seatMask = seats.length - 1;
        return ticket;
    }

    /**
     * At least twice as many seats as there are threads: then it does not take long to find a ticket for a free one.
     */
    private @Nullable ThreadRecorder[] seatsFor(int threads) {
        @Nullable ThreadRecorder[] seats = recorders;
        if (seats.length >= 2 * threads) {
            return seats;
        }
        @Nullable ThreadRecorder[] grown = new ThreadRecorder[Math.max(FIRST_SEATS, 2 * seats.length)];
        for (ThreadBuffer buffer : buffers) {
            // Those whose low bits differ still do when there are more of them.
            grown[buffer.ticket() & (grown.length - 1)] = seats[buffer.ticket() & (seats.length - 1)];
        }
        return grown;
    }

    private static int freeTicket(@Nullable ThreadRecorder[] seats) {
        int ticket = Tickets.next();
        while (seats[ticket & (seats.length - 1)] != null) {
            ticket = Tickets.next();
        }
        return ticket;
    }

    /** The recorder that may have this ticket: it has, or none in this window does. Null if none does. */
    @Nullable
    public ThreadRecorder recorder(int ticket) {
        @Nullable ThreadRecorder[] seats = recorders;
        return seats[ticket & (seats.length - 1)];
    }

    /** The same in half the time, but another or null while threads come. */
    @Nullable
    ThreadRecorder likelyRecorder(int ticket) {
        int seat = ticket & seatMask;
        @Nullable ThreadRecorder[] seats = recorders;
        return seat < seats.length ? seats[seat] : null;
    }

    /** How many threads there is a place for. */
    public int seats() {
        return recorders.length;
    }

    /** Whether this is a ticket of this window, as far as is known. */
    public boolean hasGiven(int ticket) {
        long given = tickets;
        return Integer.toUnsignedLong(ticket - firstTicket) < given;
    }

    /** The buffers of the threads that have not been {@linkplain #retire retired}. */
    public synchronized List<ThreadBuffer> buffers() {
        return List.copyOf(buffers);
    }

    /** Whether a buffer has not been retired. */
    synchronized boolean has(ThreadBuffer buffer) {
        return buffers.contains(buffer);
    }

    /** The buffers that came since the last call. By the reader. */
    public synchronized List<ThreadBuffer> takeArrived() {
        List<ThreadBuffer> taken = List.copyOf(arrived);
        arrived.clear();
        return taken;
    }

    /**
     * Forgets a thread that has ended and of which everything has been read, and takes back the room that it has taken.
     */
    public synchronized void retire(ThreadBuffer buffer, long bytes) {
        if (!isReleased() && buffers.remove(buffer)) {
            @Nullable ThreadRecorder[] seats = recorders;
            seats[buffer.ticket() & (seats.length - 1)] = null;
            recorders = seats;
            budget.giveBack(bytes);
        }
    }

    /** Notes an end that the scope's own thread will not write. */
    public void endElsewhere(long token, long ticks) {
        anomalies.count(Anomaly.CLOSED_ON_OTHER_THREAD);
        endInQueue(token, ticks);
    }

    /** Notes an end that no thread's log has. */
    void endInQueue(long token, long ticks) {
        // An event without its end is worth little, and there are no more ends than events.
        budget.takeAnyway(FOREIGN_END_BYTES);
        foreignEnds.add(new ForeignEnd(token, ticks));
    }

    /** Takes the ends away that threads reported of others' scopes. */
    public List<ForeignEnd> takeForeignEnds() {
        List<ForeignEnd> ends = new ArrayList<>();
        for (ForeignEnd end = foreignEnds.poll(); end != null; end = foreignEnds.poll()) {
            ends.add(end);
            budget.giveBack(FOREIGN_END_BYTES);
        }
        return ends;
    }

    /** Notes what the threads are called, and which have ended. */
    public void noteThreads() {
        buffers().forEach(ThreadBuffer::noteThread);
    }

    /** The step that is open, if its thread has begun something in it since an instant. */
    public Optional<StepMarks.Mark> stepUnderWay(long sinceTicks) {
        StepMarks.Mark open = steps.open();
        boolean underWay = open != null
                && buffers().stream()
                        .anyMatch(buffer -> buffer.thread == open.thread()
                                && buffer.hasBegunAfter(Math.max(open.startTicks(), sinceTicks)));
        return underWay ? Optional.ofNullable(open) : Optional.empty();
    }

    public void end() {
        end = ClockReading.now();
        noteThreads();
    }

    /** Where the window ended. */
    public ClockReading endReading() {
        if (end == null) {
            throw new IllegalStateException("the window has not ended");
        }
        return end;
    }

    /** Lets threads use their buffers of this window again, and leaves all memory where it is. */
    public void discard() {
        synchronized (this) {
            markReleased();
            // Threads that record no more hold on to their last window: it must not hold on to anything itself.
            buffers.clear();
            arrived.clear();
            recorders = NOBODY;
            clearFirst();
        }
        soFar = null;
        foreignEnds.clear();
        names.clear();
        stacks.clear();
    }

    /** Adds a thread if there is a place and it has none. By one thread at a time. */
    private void addFirst(ThreadRecorder recorder) {
        Thread thread = recorder.thread;
        if (first(thread) != null) {
            return;
        }
        if (thread0 == null) {
            recorder0 = recorder;
            thread0 = thread;
        } else if (thread1 == null) {
            recorder1 = recorder;
            thread1 = thread;
        } else if (thread2 == null) {
            recorder2 = recorder;
            thread2 = thread;
        }
    }

    /** The recorder of the calling thread; null if it was none of the first. */
    @Nullable
    public ThreadRecorder first(Thread thread) {
        if (thread0 == thread) {
            return recorder0;
        }
        if (thread1 == thread) {
            return recorder1;
        }
        return thread2 == thread ? recorder2 : null;
    }

    private void clearFirst() {
        thread0 = null;
        thread1 = null;
        thread2 = null;
        recorder0 = null;
        recorder1 = null;
        recorder2 = null;
    }
}
