package io.stepprofiler;

import io.stepprofiler.columns.TraceColumns;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.recording.Budget;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.window.AttributeWriter;
import io.stepprofiler.window.Deadline;
import io.stepprofiler.window.PieceTaker;
import io.stepprofiler.window.TraceSink;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The recording of one activity source in one window, collected piece by piece by a thread of its own while the window
 * is open and its pieces are wanted, and at last as a whole.
 *
 * <p>A source that hangs in a piece delays only the thread that collects the rest, which is left behind at
 * its deadline. One that fails in a piece is not asked for another before the end.
 */
final class SourceRecording implements Runnable {
    /** The interval of pieces that are collected only when they are awaited. */
    static final long WHEN_AWAITED = Duration.ofDays(36_500).toNanos();

    private static final Duration LOOK = Duration.ofMillis(1);

    final ActivitySource source;
    final ActivityRecording recording;
    private final Consumer<Throwable> failures;

    /** Held while the source is asked, so that it is asked one thing at a time. */
    private final ReentrantLock lock = new ReentrantLock();

    /** What it has noted with its pieces. */
    final Map<String, MetadataValue> notes = new ConcurrentHashMap<>();

    /** What was delivered too late to be taken; null if there is nothing. */
    private @Nullable TraceColumns rest;

    private volatile PieceTaker taker = PieceTaker.NONE;
    private volatile boolean stopped;
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    private volatile boolean asked;
    private volatile boolean askedEvenIfNotDue;
    private volatile @Nullable Thread thread;
    private long intervalNanos;

    /**
     * A recording that runs.
     *
     * @param failures told why a piece could not be had
     */
    SourceRecording(ActivitySource source, ActivityRecording recording, Consumer<Throwable> failures) {
        this.source = source;
        this.recording = recording;
        this.failures = failures;
    }

    /** Begins to deliver pieces, if the source has any. */
    void deliverTo(PieceTaker pieces, long everyNanos) {
        if (source.collectsWhileOpen()) {
            taker = pieces;
            intervalNanos = everyNanos;
            if (everyNanos < WHEN_AWAITED) {
                begin();
            }
        }
    }

    /** Starts the thread that collects pieces, if there are to be any and it has not been started. */
    synchronized void begin() {
        if (thread == null && taker != PieceTaker.NONE) {
            Thread created = new Thread(this, "step-profiler-pieces");
            created.setDaemon(true);
            created.start();
            thread = created;
        }
    }

    /** Whether there may be pieces while the window is open. */
    boolean hasPieces() {
        return taker != PieceTaker.NONE;
    }

    /** Ends the pieces soon; does not wait for it. */
    void end() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    /**
     * Waits for a piece with all that the source has seen by now, but not beyond the deadline; answers whether it came.
     *
     * @param evenIfNotDue whether it is to have a piece that costs much
     * @param meanwhile done again and again while it waits
     */
    boolean await(Deadline deadline, boolean evenIfNotDue, Runnable meanwhile) {
        if (taker == PieceTaker.NONE) {
            return true;
        }
        begin();
        long awaited = begun.get() + 1;
        if (evenIfNotDue) {
            askedEvenIfNotDue = true;
        }
        asked = true;
        LockSupport.unpark(thread);
        while (ended.get() < awaited && !stopped && !deadline.isOver()) {
            meanwhile.run();
            LockSupport.parkNanos(LOOK.toNanos());
        }
        return ended.get() >= awaited;
    }

    @Override
    public void run() {
        long next = System.nanoTime() + intervalNanos;
        while (!stopped) {
            long left = next - System.nanoTime();
            if (left > 0 && !asked) {
                LockSupport.parkNanos(left);
                // An interrupt of this thread is no request to end, and with it the thread would not park any more.
                boolean ignored = Thread.interrupted();
                continue;
            }
            asked = false;
            boolean evenIfNotDue = askedEvenIfNotDue;
            askedEvenIfNotDue = false;
            begun.incrementAndGet();
            collectPiece(evenIfNotDue);
            ended.incrementAndGet();
            next = System.nanoTime() + intervalNanos;
        }
    }

    private void collectPiece(boolean evenIfNotDue) {
        lock.lock();
        try {
            if (!stopped && recording.isFillingUp()) {
                taker.begin();
            }
            if (!stopped && taker.isWanting() && (recording.isPieceDue() || evenIfNotDue)) {
                long start = System.nanoTime();
                deliver(piece());
                taker.took(System.nanoTime() - start);
            }
        } catch (Throwable e) {
            // An error, most likely for lack of memory.
            fail(e);
        } finally {
            lock.unlock();
        }
    }

    private TraceColumns piece() {
        TraceColumns piece = new TraceColumns();
        TraceBuilder trace = new TraceBuilder(piece);
        // What is delivered takes no room from the threads: a piece has its own.
        Budget budget = new Budget(Defaults.MAX_EVENTS, taker.maxBytes());
        TraceSink sink = new TraceSink(trace, new AttributeWriter(trace, budget, Defaults.MAX_NAMES), notes::put);
        try {
            recording.collectSoFar(sink);
        } catch (Throwable e) {
            // What it has added is not added again.
            fail(e);
            trace.anomaly(Anomaly.SOURCE_FAILED, 1);
        }
        sink.close();
        return piece;
    }

    private void deliver(TraceColumns piece) {
        boolean isEmpty = piece.begun.isEmpty() && piece.anomalies.isEmpty();
        if (!isEmpty && !taker.take(piece)) {
            rest = piece;
        }
    }

    private void fail(Throwable thrown) {
        stopped = true;
        failures.accept(thrown);
    }

    /** Adds what has not been delivered yet; waits for a piece that is under way. */
    void collect(TraceSink sink) {
        lock.lock();
        try {
            TraceColumns undelivered = rest;
            rest = null;
            if (undelivered != null) {
                sink.add(undelivered);
            }
            recording.collect(sink);
        } finally {
            lock.unlock();
        }
    }
}
