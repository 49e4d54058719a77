package io.stepprofiler.window;

import io.stepprofiler.clock.ClockReading;
import io.stepprofiler.clock.TickReading;
import io.stepprofiler.clock.Ticks;
import io.stepprofiler.columns.TraceColumns;
import io.stepprofiler.recording.Chunk;
import io.stepprofiler.recording.FailureLog;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.StepMarks;
import io.stepprofiler.recording.Window;
import io.stepprofiler.segment.JoinedSegments;
import io.stepprofiler.segment.JournalEnd;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.TraceBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Thread that looks after an open window: it reads the clocks now and then, and takes recorded data out of the buffers
 * before they are full, segment by segment.
 *
 * <p>Training threads neither wait for it nor wake it: it polls every few milliseconds. If it falls behind, recording
 * threads drop events and count them.
 */
public final class Drainer implements Runnable, SourceDrain {
    /** Interval between comparisons of the clocks, which bounds the error of the times in between. */
    static final Duration CLOCK_INTERVAL = Duration.ofMillis(250);

    /** Metadata key of the clock that the times come from. */
    public static final String CLOCK = "recording clock";

    private static final Duration DRAIN_INTERVAL = Duration.ofMillis(5);
    /** Pause after a failure, doubled after each further one. */
    private static final long MIN_PAUSE_NANOS = 100_000_000;

    private static final long MAX_PAUSE_NANOS = 10_000_000_000L;
    /** Bytes of full chunks that make a segment worth its own names, or a part of the budget if that is less. */
    private static final long SEGMENT_BYTES = 4L * Chunk.MAX_CAPACITY * Chunk.BYTES_PER_EVENT;

    private static final int SEGMENTS_OF_ALL = 8;

    private final Window window;
    private final WindowReader reader;
    private final TakenSegments taken;
    private final SegmentLimits limits;
    private final FailureLog failures;
    private final Consumer<SnapshotRequest> snapshots;
    private final Consumer<TickReading> clockReadings;
    private final SnapshotRequests requests = new SnapshotRequests();
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean stopped;
    private @Nullable Thread thread;
    private volatile boolean draining;
    /** Deliveries of sources since the last segment. */
    private final List<TraceColumns> delivered = new ArrayList<>();
    /** Ticks of the last snapshot, which lacks later events. */
    private volatile long snapshotTicks = Long.MIN_VALUE;

    /** Start of the retained range when the last request was begun: waiting requests were made later. */
    private long waitingFromNanos = Long.MIN_VALUE;

    private long lastCutNanos;
    private long lastReadingNanos;

    /**
     * Creates the drainer of a window.
     *
     * @param snapshots delivers the requested snapshots, on the drainer's thread
     * @param clockReadings receives each reading of the clocks while the window is open
     */
    public Drainer(
            Window window,
            @Nullable SegmentStore store,
            SegmentLimits limits,
            FailureLog failures,
            Consumer<SnapshotRequest> snapshots,
            Consumer<TickReading> clockReadings) {
        this.window = window;
        this.clockReadings = clockReadings;
        this.snapshots = snapshots;
        this.limits = limits;
        this.failures = failures;
        reader = new WindowReader(window);
        taken = new TakenSegments(window, store, limits, failures);
        lastCutNanos = window.start.nanos();
        lastReadingNanos = lastCutNanos;
        draining = limits.memoryBytes() == 0;
        if (taken.areStored()) {
            window.drainOften();
        }
    }

    /** Starts the thread, if there is anything for it to do. */
    public void start() {
        if (taken.areStored() || !Ticks.areNanos()) {
            Thread created = new Thread(this, "step-profiler-drainer");
            created.setDaemon(true);
            thread = created;
            created.start();
        }
    }

    /** Makes the thread end soon; does not wait for it. */
    public void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    /**
     * Requests a snapshot; requests that come at once share one trace. Returns the request that will be answered; null
     * if the window has ended.
     *
     * @param endedStep number of the ended step that is the reason; {@link SnapshotRequest#NO_STEP} if there is none
     */
    @Nullable
    public SnapshotRequest ask(String reason, long endedStep) {
        StepMarks.Mark open = window.steps.open();
        long step = endedStep != SnapshotRequest.NO_STEP ? endedStep : open == null ? Long.MAX_VALUE : open.number();
        SnapshotRequest request =
                requests.ask(reason, new SnapshotRequest.End(step, endedStep != SnapshotRequest.NO_STEP));
        LockSupport.unpark(thread);
        return request;
    }

    /** Returns the window that it looks after. */
    public Window window() {
        return window;
    }

    /** Returns the requests for snapshots. */
    public SnapshotRequests requests() {
        return requests;
    }

    @Override
    public void run() {
        long usual = (taken.areStored() ? DRAIN_INTERVAL : CLOCK_INTERVAL).toNanos();
        long pause = usual;
        while (!stopped) {
            LockSupport.parkNanos(pause);
            // An interrupt is no request to end, and would keep the thread from parking.
            boolean ignored = Thread.interrupted();
            pause = looks() ? usual : Math.min(Math.max(2 * pause, MIN_PAUSE_NANOS), MAX_PAUSE_NANOS);
        }
    }

    /** Runs {@link #look}; false if it fails: each further attempt may cost the training a full collection. */
    private boolean looks() {
        try {
            look();
            return true;
        } catch (Throwable e) {
            report(e);
            return false;
        }
    }

    /** Logs a failure, most likely for lack of memory: the loss account shows the data that is lost. */
    private void report(Throwable thrown) {
        try {
            failures.add(FailureLog.Part.RECORDING, "A part of a window was lost while it was read", thrown);
        } catch (Throwable e) {
            // No memory even for the constants of that call. The drainer continues: there may be some the next time.
        }
    }

    /** Delivers a requested snapshot, and takes a segment if one is due. */
    public void look() {
        // First, before the steps that it is about are discarded.
        SnapshotRequest request = begun();
        if (request != null) {
            snapshots.accept(request);
        }
        lock.lock();
        try {
            tick(true);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the snapshot to be assembled next; null if none is requested. */
    private @Nullable SnapshotRequest begun() {
        lock.lock();
        try {
            waitingFromNanos = taken.keptFromNanos();
            return requests.begin();
        } finally {
            lock.unlock();
        }
    }

    /** Takes a segment if one is due, and discards none; for a snapshot that waits for sources. */
    public void keepUp() {
        lock.lock();
        try {
            tick(false);
        } finally {
            lock.unlock();
        }
    }

    private void tick(boolean mayDiscard) {
        if (stopped) {
            return;
        }
        long now = System.nanoTime();
        if (now - lastReadingNanos >= CLOCK_INTERVAL.toNanos()) {
            lastReadingNanos = now;
            ClockReading reading = ClockReading.now();
            reader.add(reading);
            clockReadings.accept(reading.reading());
        }
        if (isStoring() && isDue(now)) {
            cut();
            if (mayDiscard) {
                discard();
            }
        }
    }

    private boolean isStoring() {
        return taken.areStored() && !taken.isStuck();
    }

    private boolean isDue(long now) {
        long bytes = window.budget.takenBytes();
        boolean flush = limits.flushNanos() > 0 && now - lastCutNanos >= limits.flushNanos();
        if (bytes > limits.memoryBytes() || flush) {
            draining = true;
        }
        if (!draining) {
            return false;
        }
        if (!delivered.isEmpty()) {
            return true;
        }
        long full = reader.fullBytes();
        long enough = Math.min(SEGMENT_BYTES, window.budget.maxBytes() / SEGMENTS_OF_ALL);
        boolean isWorthIt = full > 0 || reader.hasNewThreads();
        return flush || full >= enough || (isWorthIt && bytes > window.budget.maxBytes() / 2);
    }

    /**
     * Discards segments that are older than the retained range, except the ones that a waiting snapshot may be about.
     * The store's limit bounds these, too, because one may always be waiting.
     */
    private void discard() {
        taken.discard(reader, requests.isAnyWaiting() ? waitingFromNanos : Long.MAX_VALUE);
    }

    /** Takes a segment, and discards none. */
    private Segment cut() {
        ClockReading at = ClockReading.now();
        lastCutNanos = at.nanos();
        // S2: a segment ends at an instant, between two readings of the clock.
        Segment segment = reader.cut(at);
        taken.add(segment);
        Segment last = addDelivered(segment);
        window.drainerNanos.add(System.nanoTime() - at.nanos());
        return last;
    }

    /** Stores the deliveries of sources; returns the last segment. */
    private Segment addDelivered(Segment before) {
        Segment last = before;
        for (TraceColumns each : delivered) {
            last = reader.ofSource(each);
            taken.add(last);
        }
        delivered.clear();
        return last;
    }

    @Override
    public boolean isWanting() {
        return taken.haveRoomForSources() && draining && !taken.isStuck() && !stopped;
    }

    @Override
    public void begin() {
        draining = true;
    }

    @Override
    public long maxBytes() {
        return window.budget.maxBytes();
    }

    @Override
    public void took(long nanos) {
        window.sourceNanos.add(nanos);
    }

    @Override
    public boolean take(TraceColumns piece) {
        lock.lock();
        try {
            return isWanting() && delivered.add(piece);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Assembles a trace of the retained segments and the data recorded since; recording continues.
     *
     * @return range of it to be delivered; null if the window has ended: another one may use its buffers by now
     */
    public LastSteps.@Nullable Range snapshot(JoinedSegments joined, SnapshotRequest request) {
        lock.lock();
        try {
            if (stopped) {
                return null;
            }
            snapshotTicks = Ticks.now();
            Segment newest = cut();
            LastSteps.Range range =
                    taken.addTo(joined, newest, ClockReading.now().clock(), request);
            tellClock(joined.trace());
            discard();
            return range;
        } finally {
            lock.unlock();
        }
    }

    /** Assembles a trace of all that is retained; recording continues. False if the window has ended. */
    public boolean snapshot(JoinedSegments joined) {
        lock.lock();
        try {
            if (stopped) {
                return false;
            }
            Segment newest = cut();
            taken.addTo(joined, newest, ClockReading.now().clock(), SnapshotRequest.all(""));
            tellClock(joined.trace());
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the open step, if an event has begun in it since the last snapshot. */
    public Optional<StepMarks.Mark> stepUnderWay() {
        return window.stepUnderWay(snapshotTicks);
    }

    /**
     * Assembles a trace of the window, which has ended: from its buffers if they held all of it, else from its
     * segments. Segments that cannot be read back are missing in it, and counted.
     *
     * @return range of it to be delivered
     */
    public LastSteps.Range finish(JoinedSegments joined, Deadline deadline, JournalEnd end, SnapshotRequest asked) {
        lock.lock();
        try {
            return finishAlone(joined, deadline, end, asked);
        } finally {
            lock.unlock();
        }
    }

    private LastSteps.Range finishAlone(
            JoinedSegments joined, Deadline deadline, JournalEnd end, SnapshotRequest asked) {
        TraceBuilder trace = joined.trace();
        boolean inBuffers = !reader.hasCut() && delivered.isEmpty() && (!taken.areStored() || limits.memoryBytes() > 0);
        if (inBuffers) {
            trace.window(window.start.clock(), end.end());
            reader.readAll(trace, deadline);
            tellClock(trace);
            return LastSteps.Range.ALL;
        }
        Segment newest = reader.cutLast();
        taken.add(newest);
        newest = addDelivered(newest);
        taken.finish(end, clock(), reader.counted());
        LastSteps.Range range = taken.addTo(joined, newest, end.end(), asked);
        tellClock(trace);
        return range;
    }

    private void tellClock(TraceBuilder trace) {
        trace.metadata(CLOCK, clock());
    }

    private MetadataValue clock() {
        return new MetadataValue(reader.describeClock(), false);
    }

    /**
     * Frees the segments.
     *
     * @param keepFiles whether a journal stays, since its content was never delivered
     */
    public void close(boolean keepFiles) {
        lock.lock();
        try {
            taken.close(keepFiles);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Discards everything and gives the buffers back to their threads, now or once the segment that is being taken is
     * complete: data that is being read must not be overwritten. Does not wait.
     */
    public void release(boolean keepChunks, boolean keepFiles) {
        if (lock.tryLock()) {
            try {
                close(keepFiles);
                Recorder.release(window, keepChunks);
            } finally {
                lock.unlock();
            }
        } else {
            Thread later = new Thread(
                    () -> {
                        close(keepFiles);
                        Recorder.release(window, keepChunks);
                    },
                    "step-profiler-release");
            later.setDaemon(true);
            later.start();
        }
    }
}
