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
 * <p>Life: created and switched to by the profile; written by threads through their {@link ThreadRecorder}s; {@link
 * #end}ed by the profile; then either assembled into a trace or not, and at last {@link #discard}ed, after which
 * threads may use their buffers again. A thread that was delayed may come late at any of these points: it then writes
 * to a buffer of its own and to no trace.
 */
public final class Window extends Room {
    /** End of a scope on another thread than it began. */
    public record ForeignEnd(long token, long ticks) {}

    private static final int FOREIGN_END_BYTES = 64;
    private static final @Nullable ThreadRecorder[] NOBODY = {null};
    private static final int FIRST_SEATS = 8;

    /*
     * The first threads to record, mostly all that do: checking a few fields takes a fraction of the time of a
     * thread-local variable, and half of the time of arrays. Threads are stored besides their recorders, which other
     * threads must not even read: their owners write to them all the time.
     */
    private @Nullable Thread thread0;
    private @Nullable Thread thread1;
    private @Nullable Thread thread2;
    // R4: fields, which are faster than an array or a thread-local variable.
    private @Nullable ThreadRecorder recorder0;
    private @Nullable ThreadRecorder recorder1;
    private @Nullable ThreadRecorder recorder2;

    public final StepMarks steps;
    public final ClockReading start = ClockReading.now();

    /** Mirror of this window's scopes, or null if there is none. */
    public final @Nullable Mirror mirror;

    private final boolean recorded;

    /** Buffers in the order in which they came, without {@linkplain #retire retired} ones. */
    private final Set<ThreadBuffer> buffers = new LinkedHashSet<>();

    /** Buffers that the reader does not know yet. */
    private final List<ThreadBuffer> arrived = new ArrayList<>();

    private final Queue<ForeignEnd> foreignEnds = new ConcurrentLinkedQueue<>();

    /**
     * Recorders by the low bits of their tickets; the length is a power of two. The field is written after each change
     * of an element, so that a thread that reads it sees the elements.
     */
    private volatile @Nullable ThreadRecorder[] recorders = NOBODY;

    /**
     * Bits of a ticket that are its seat; may lag behind {@code recorders}. A separate field, so that reading it does
     * not wait for that one.
     */
    private int seatMask;

    private int firstTicket;
    private int lastTicket;

    /** Number of tickets from the first to the last one, including tickets of other windows. */
    private volatile long tickets;

    /** Types that are recorded. Replaced, never modified; read for each change of a counter. */
    private volatile EnumSet<ActivityType> types;

    private @Nullable ClockReading end;

    /** Nanoseconds that the profiler takes in the background. */
    public final LongAdder drainerNanos = new LongAdder();

    public final LongAdder sourceNanos = new LongAdder();

    /** Receiver of the values of counters; null if there is none. */
    public volatile @Nullable CounterListener alarms;

    /** Assembles a trace of the window so far; null if live memory is known without it. */
    public volatile @Nullable Supplier<Optional<Trace>> soFar;

    /** Creates a window without a mirror. */
    public Window(long maxEvents, long maxBytes, Capture capture) {
        this(maxEvents, maxBytes, capture, null);
    }

    Window(long maxEvents, long maxBytes, Capture capture, @Nullable Mirror mirror) {
        this(maxEvents, maxBytes, capture, mirror, true);
    }

    private Window(long maxEvents, long maxBytes, Capture capture, @Nullable Mirror mirror, boolean recorded) {
        super(new Budget(maxEvents, maxBytes), capture);
        this.mirror = mirror;
        this.recorded = recorded;
        steps = new StepMarks(anomalies, budget);
        types = copy(capture.types());
    }

    /** Creates a window for the time between windows, which records nothing but reports to a mirror. */
    static Window unrecorded(Capture capture, Mirror mirror) {
        Window window = new Window(0, Long.MAX_VALUE, capture, mirror, false);
        window.names.limit(0);
        return window;
    }

    /** True if anything is recorded in it. */
    public boolean isRecorded() {
        return recorded;
    }

    /** True if activities of this type are recorded now. */
    public boolean records(ActivityType type) {
        return types.contains(type);
    }

    /** Sets the types that are recorded from now on. */
    public void record(Set<ActivityType> chosen) {
        types = copy(chosen);
    }

    private static EnumSet<ActivityType> copy(Set<ActivityType> types) {
        EnumSet<ActivityType> copy = EnumSet.noneOf(ActivityType.class);
        copy.addAll(types);
        return copy;
    }

    /** Adds a thread's buffer and returns its ticket, which no other thread has, nor this one in another window. */
    public synchronized int register(ThreadRecorder recorder, ThreadBuffer buffer) {
        if (isReleased()) {
            return Tickets.next();
        }
        @Nullable ThreadRecorder[] seats = seatsFor(buffers.size() + 1);
        int ticket = freeTicket(seats);
        // Calls that may need memory come first, before the ticket counts.
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

    /** Returns at least twice as many seats as there are threads, so that a ticket for a free seat is found quickly. */
    private @Nullable ThreadRecorder[] seatsFor(int threads) {
        @Nullable ThreadRecorder[] seats = recorders;
        if (seats.length >= 2 * threads) {
            return seats;
        }
        @Nullable ThreadRecorder[] grown = new ThreadRecorder[Math.max(FIRST_SEATS, 2 * seats.length)];
        for (ThreadBuffer buffer : buffers) {
            // Tickets that differ in their low bits still do in a longer array.
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

    /** Returns the only recorder of this window that may have this ticket; null if none may. */
    @Nullable
    public ThreadRecorder recorder(int ticket) {
        @Nullable ThreadRecorder[] seats = recorders;
        return seats[ticket & (seats.length - 1)];
    }

    /** Works as {@link #recorder} in half the time, but may return another recorder or null while threads come. */
    @Nullable
    ThreadRecorder likelyRecorder(int ticket) {
        int seat = ticket & seatMask;
        @Nullable ThreadRecorder[] seats = recorders;
        return seat < seats.length ? seats[seat] : null;
    }

    /** Returns the number of seats for threads. */
    public int seats() {
        return recorders.length;
    }

    /** True if the ticket lies between the first and the last ticket of this window. */
    public boolean hasGiven(int ticket) {
        long given = tickets;
        return Integer.toUnsignedLong(ticket - firstTicket) < given;
    }

    /** Returns the buffers of the threads that have not been {@linkplain #retire retired}. */
    public synchronized List<ThreadBuffer> buffers() {
        return List.copyOf(buffers);
    }

    /** True if a buffer has not been retired. */
    synchronized boolean has(ThreadBuffer buffer) {
        return buffers.contains(buffer);
    }

    /** Returns the buffers that came since the last call. Called by the reader. */
    public synchronized List<ThreadBuffer> takeArrived() {
        List<ThreadBuffer> taken = List.copyOf(arrived);
        arrived.clear();
        return taken;
    }

    /** Forgets a thread that has ended and whose buffer has been read completely, and takes back its room. */
    public synchronized void retire(ThreadBuffer buffer, long bytes) {
        if (!isReleased() && buffers.remove(buffer)) {
            @Nullable ThreadRecorder[] seats = recorders;
            seats[buffer.ticket() & (seats.length - 1)] = null;
            recorders = seats;
            budget.giveBack(bytes);
        }
    }

    /** Notes the end of a scope that its own thread will not write, or that began in another window. */
    public void endElsewhere(long token, long ticks) {
        boolean isOfThis = hasGiven(ThreadRecorder.ticketOf(token));
        anomalies.count(isOfThis ? Anomaly.CLOSED_ON_OTHER_THREAD : Anomaly.CLOSED_AFTER_WINDOW);
        if (isOfThis) {
            endInQueue(token, ticks);
        }
    }

    /** Notes an end that no thread's log has. */
    void endInQueue(long token, long ticks) {
        // An event without its end is worth little, and there are no more ends than events.
        budget.takeAnyway(FOREIGN_END_BYTES);
        foreignEnds.add(new ForeignEnd(token, ticks));
    }

    /** Removes and returns the ends that threads reported of scopes of other threads. */
    public List<ForeignEnd> takeForeignEnds() {
        List<ForeignEnd> ends = new ArrayList<>();
        for (ForeignEnd end = foreignEnds.poll(); end != null; end = foreignEnds.poll()) {
            ends.add(end);
            budget.giveBack(FOREIGN_END_BYTES);
        }
        return ends;
    }

    /** Notes the names of the threads, and which have ended. */
    public void noteThreads() {
        buffers().forEach(ThreadBuffer::noteThread);
    }

    /** Returns the open step, if its thread has begun an event in it since an instant. */
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

    /** Returns the reading of the clocks at the end of the window. */
    public ClockReading endReading() {
        if (end == null) {
            throw new IllegalStateException("the window has not ended");
        }
        return end;
    }

    /** Lets threads use their buffers of this window again, and frees none of their memory. */
    public void discard() {
        synchronized (this) {
            markReleased();
            // An idle thread keeps a reference to its last window, which therefore must not refer to anything.
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

    /** Adds a thread to the first ones if there is a place and it has none. Called by one thread at a time. */
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

    /** Returns the recorder of {@code thread}; null if it is none of the first. */
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
