package io.stepprofiler;

import io.stepprofiler.columns.TraceColumns;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.recording.Budget;
import io.stepprofiler.recording.Limits;
import io.stepprofiler.segment.OverColumns;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.window.AttributeWriter;
import io.stepprofiler.window.Deadline;
import io.stepprofiler.window.SourceDrain;
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
 * Recording of one activity source in one window: collected in batches of events by a separate thread while the window
 * is open and takes batches, and completely at the end.
 *
 * <p>A source that hangs in a batch delays only the thread that collects the rest, which is abandoned at its deadline.
 * A source that fails in a batch is not asked for another one before the end.
 */
final class SourceRecording implements Runnable {
    /** Interval for batches that are collected only when a caller waits for one. */
    static final long WHEN_AWAITED = Duration.ofDays(36_500).toNanos();

    private static final Duration LOOK = Duration.ofMillis(1);

    final ActivitySource source;
    final ActivityRecording recording;
    private final Consumer<Throwable> failures;

    /** Held during each call of the source, so that its calls do not overlap. */
    private final ReentrantLock lock = new ReentrantLock();

    /** Notes of the source, from its batches. */
    final Map<String, MetadataValue> notes = new ConcurrentHashMap<>();

    /** Number of events that the source lost. */
    final AtomicLong lost = new AtomicLong();

    /** Batch that was delivered too late to be taken, or null. */
    private @Nullable TraceColumns rest;

    private volatile SourceDrain taker = SourceDrain.NONE;
    private volatile boolean stopped;
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    private volatile boolean asked;
    private volatile boolean askedEvenIfNotDue;
    private volatile @Nullable Thread thread;
    private long intervalNanos;

    /**
     * Wraps a running recording.
     *
     * @param failures receives the reason why a batch could not be collected
     */
    SourceRecording(ActivitySource source, ActivityRecording recording, Consumer<Throwable> failures) {
        this.source = source;
        this.recording = recording;
        this.failures = failures;
    }

    /** Begins to deliver batches, if the source has any. */
    void deliverTo(SourceDrain pieces, long everyNanos) {
        if (source.collectsWhileOpen()) {
            taker = pieces;
            intervalNanos = everyNanos;
            if (everyNanos < WHEN_AWAITED) {
                begin();
            }
        }
    }

    /** Starts the thread that collects batches, if there may be any and it has not been started. */
    synchronized void begin() {
        if (thread == null && taker != SourceDrain.NONE) {
            Thread created = new Thread(this, "step-profiler-pieces");
            created.setDaemon(true);
            created.start();
            thread = created;
        }
    }

    /** True if there may be batches while the window is open. */
    boolean hasPieces() {
        return taker != SourceDrain.NONE;
    }

    /** Ends the collection of batches soon; does not wait for that. */
    void end() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    /**
     * Waits until the deadline for a batch with all events that the source has seen by now; returns whether it came.
     *
     * @param evenIfNotDue whether to collect an expensive batch that is not due
     * @param meanwhile run repeatedly during the wait
     */
    boolean await(Deadline deadline, boolean evenIfNotDue, Runnable meanwhile) {
        if (taker == SourceDrain.NONE) {
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
                // An interrupt of this thread is not a request to end, and an interrupted thread does not park.
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
        TraceBuilder trace = OverColumns.builder(piece);
        // A batch has its own budget, so that it takes no room from the threads.
        Budget budget = new Budget(Defaults.MAX_EVENTS, taker.maxBytes());
        TraceSink sink = new TraceSink(trace, new AttributeWriter(trace, budget, Limits.MAX_NAMES), notes::put);
        try {
            recording.collectSoFar(sink);
        } catch (Throwable e) {
            // Events added before the failure are kept: the source does not add them again.
            fail(e);
            trace.anomaly(Anomaly.SOURCE_FAILED, 1);
        }
        sink.close();
        lost.addAndGet(sink.lostEvents());
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

    /** Adds the events not delivered yet; waits for a batch that is being collected. */
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
            lost.addAndGet(sink.lostEvents());
            lock.unlock();
        }
    }
}
