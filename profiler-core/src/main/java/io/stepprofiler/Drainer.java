package io.stepprofiler;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.clock.ClockReading;
import io.stepprofiler.clock.TickReading;
import io.stepprofiler.clock.Ticks;
import io.stepprofiler.columns.TraceColumns;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.journal.JournalEnd;
import io.stepprofiler.segment.JoinedSegments;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentCounts;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.TraceBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks after an open window from a thread of its own: reads the clocks now and then, and takes what has been recorded
 * out of the buffers before they are full, segment by segment.
 *
 * <p>Training threads neither wait for it nor wake it: it looks by itself every few milliseconds. What it does not get
 * done in time is dropped where it is recorded, and counted there.
 */
final class Drainer implements Runnable, PieceTaker {
    /** How often the clocks are compared, which bounds how far off times are that lie in between. */
    static final Duration CLOCK_INTERVAL = Duration.ofMillis(250);

    /** The metadata that says which clock the times come from. */
    static final String CLOCK = "recording clock";

    /** The metadata that says what a history lacks. */
    private static final String HISTORY = "history";

    private static final Duration DRAIN_INTERVAL = Duration.ofMillis(5);
    /** How long it looks away after a failure, longer with each. */
    private static final long MIN_PAUSE_NANOS = 100_000_000;

    private static final long MAX_PAUSE_NANOS = 10_000_000_000L;
    /** As many bytes of full pieces make a segment worth its own names, or a part of all that threads may take. */
    private static final long SEGMENT_BYTES = 4L * Chunk.MAX_CAPACITY * Chunk.BYTES_PER_EVENT;

    private static final int SEGMENTS_OF_ALL = 8;

    private final Window window;
    private final WindowReader reader;
    private final @Nullable SegmentStore store;
    private final SegmentLimits limits;
    private final Failures failures;
    private final List<Segment> unwritten = new ArrayList<>();
    private final KeptSteps keptSteps;
    private final CarriedEvents carried = new CarriedEvents();

    private final Consumer<SnapshotRequest> snapshots;
    private final Consumer<TickReading> clockReadings;
    private final SnapshotRequests requests = new SnapshotRequests();
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean stopped;
    private @Nullable Thread thread;
    private volatile boolean draining;
    private volatile boolean stuck;
    /** What sources delivered since the last segment. */
    private final List<TraceColumns> delivered = new ArrayList<>();
    /** Bytes of what sources delivered that is kept here, for want of a store. */
    private volatile long keptOfSources;
    /** Whether a trace lacks what may still be in the journal. */
    private boolean incomplete;

    /** Since when the last snapshot does not tell what has begun. */
    private volatile long snapshotTicks = Long.MIN_VALUE;

    private long lastCutNanos;
    /** Where the last segment ends that has been stored. */
    private long lastEndNanos;

    private long lastReadingNanos;

    /**
     * Looks after a window.
     *
     * @param snapshots delivers what is kept, as it is asked to, on the drainer's thread
     * @param clockReadings told of each reading of the clocks while the window is open
     */
    Drainer(
            Window window,
            @Nullable SegmentStore store,
            SegmentLimits limits,
            Failures failures,
            Consumer<SnapshotRequest> snapshots,
            Consumer<TickReading> clockReadings) {
        this.window = window;
        this.clockReadings = clockReadings;
        this.snapshots = snapshots;
        this.store = store;
        this.limits = limits;
        this.failures = failures;
        reader = new WindowReader(window);
        keptSteps = new KeptSteps(limits.keptSteps().orElse(0));
        lastCutNanos = window.start.nanos();
        lastReadingNanos = lastCutNanos;
        draining = limits.memoryBytes() == 0;
        if (store != null) {
            window.budget.bytesExhaustedBy(DropCause.JOURNAL_BEHIND);
            window.drainOften();
        }
    }

    /** Starts the thread, if there is anything for it to do. */
    void start() {
        if (store != null || !Ticks.areNanos()) {
            Thread created = new Thread(this, "step-profiler-drainer");
            created.setDaemon(true);
            thread = created;
            created.start();
        }
    }

    /** Ends the thread soon; does not wait for it. */
    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    /**
     * Asks for what is kept to be delivered soon; reasons that come at once have one trace. Answers what will do;
     * null if the window has ended.
     *
     * @param endedStep number of the step that has ended and is the reason; {@link Alarms#NONE} if it is none
     */
    @Nullable
    SnapshotRequest ask(String reason, long endedStep) {
        StepMarks.Mark open = window.steps.open();
        long step = endedStep != Alarms.NONE ? endedStep : open == null ? Long.MAX_VALUE : open.number();
        SnapshotRequest request = requests.ask(reason, new SnapshotRequest.End(step, endedStep != Alarms.NONE));
        LockSupport.unpark(thread);
        return request;
    }

    /** What it looks after. */
    Window window() {
        return window;
    }

    /** Stores what has been recorded so far, on the calling thread. */
    void flush() {
        lock.lock();
        try {
            if (!stopped && store != null && !stuck) {
                cut();
                discard();
            }
        } finally {
            lock.unlock();
        }
    }

    /** What has been asked for. */
    SnapshotRequests requests() {
        return requests;
    }

    @Override
    public void run() {
        long usual = (store != null ? DRAIN_INTERVAL : CLOCK_INTERVAL).toNanos();
        long pause = usual;
        while (!stopped) {
            LockSupport.parkNanos(pause);
            // An interrupt of this thread is no request to end, and with it the thread would not park any more.
            boolean ignored = Thread.interrupted();
            try {
                look();
                pause = usual;
            } catch (Throwable e) {
                // An error, most likely for lack of memory: what was being read is lost, which the account shows.
                failures.add(ProfileFailure.Kind.RECORDING_FAILED, "A part of a window was lost while it was read", e);
                // Each attempt may cost the training a full garbage collection.
                pause = Math.min(Math.max(2 * pause, MIN_PAUSE_NANOS), MAX_PAUSE_NANOS);
            }
        }
    }

    private void look() {
        // First, before steps that it is about are given up.
        SnapshotRequest request = requests.begin();
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

    /** Takes what would not fit any more, and gives nothing up for it; for a snapshot that waits for sources. */
    void keepUp() {
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
        if (store != null && !stuck && isDue(now)) {
            cut();
            if (mayDiscard) {
                discard();
            }
        }
    }

    private boolean isDue(long now) {
        long taken = window.budget.takenBytes();
        boolean flush = limits.flushNanos() > 0 && now - lastCutNanos >= limits.flushNanos();
        if (taken > limits.memoryBytes() || flush) {
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
        return flush || full >= enough || (isWorthIt && taken > window.budget.maxBytes() / 2);
    }

    /** Takes a segment, and gives nothing up for it. */
    private Segment cut() {
        ClockReading at = ClockReading.now();
        lastCutNanos = at.nanos();
        Segment segment = reader.cut(at);
        keep(segment);
        Segment last = keepDelivered(segment);
        window.drainerNanos.add(System.nanoTime() - at.nanos());
        return last;
    }

    /** Stores what sources delivered; answers the last segment. */
    private Segment keepDelivered(Segment before) {
        Segment last = before;
        for (TraceColumns each : delivered) {
            last = reader.ofSource(each);
            keep(last);
        }
        delivered.clear();
        return last;
    }

    @Override
    public boolean isWanting() {
        boolean hasRoom = store != null || keptOfSources < window.budget.maxBytes();
        return hasRoom && draining && !stuck && !stopped;
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
     * Stores a segment; one that cannot be stored stays in memory, and is the last that is taken before the window
     * ends.
     */
    private void keep(Segment segment) {
        if (segment.size() == 0
                && segment.threads().isEmpty()
                && segment.steps().isEmpty()
                && segment.before().equals(segment.after())) {
            return;
        }
        SegmentStore open = store;
        if (open == null || stuck) {
            unwritten.add(segment);
            if (open == null) {
                charge(segment);
            }
            return;
        }
        try {
            open.append(segment);
        } catch (IOException | RuntimeException e) {
            unwritten.add(segment);
            getStuck(DropCause.JOURNAL_FAILED);
            failures.add(ProfileFailure.Kind.JOURNAL_FAILED, "The journal of a window cannot be written", e);
            return;
        }
        lastEndNanos = segment.end().monotonicNanos();
        keptSteps.add(segment.steps());
        if (limits.keepsLast()) {
            carried.add(segment);
        }
    }

    /** A window without a store holds no more for having been cut into segments; sources have room of their own. */
    private void charge(Segment segment) {
        if (segment.isOfSource()) {
            long kept = keptOfSources;
            keptOfSources = kept + segment.bytes();
        } else {
            window.budget.takeAnyway(segment.bytes());
        }
    }

    /** Gives up what is older than is kept. */
    private void discard() {
        SegmentStore open = store;
        if (open == null || stuck) {
            return;
        }
        try {
            discard(open);
        } catch (IOException | RuntimeException e) {
            getStuck(DropCause.JOURNAL_FAILED);
            failures.add(ProfileFailure.Kind.JOURNAL_FAILED, "Old segments of a window cannot be given up", e);
        }
    }

    private void discard(SegmentStore open) throws IOException {
        if (limits.keepsLast()) {
            open.discardBefore(Math.min(
                    limits.keptSteps().isPresent() ? keptSteps.firstNanos() : Long.MAX_VALUE,
                    limits.keptNanos() > 0 ? lastEndNanos - limits.keptNanos() : Long.MAX_VALUE));
            open.discardBeyond(limits.maxBytes());
            carried.discardBefore(open.firstNanos());
            reader.giveUpBefore(open.firstNanos());
        } else if (open.bytes() >= limits.maxBytes()) {
            getStuck(DropCause.JOURNAL_LIMIT);
        }
    }

    private void getStuck(DropCause cause) {
        stuck = true;
        window.budget.bytesExhaustedBy(cause);
    }

    /**
     * Puts what is kept of the window now into a trace; recording goes on.
     *
     * @return what of it is delivered; null if the window has ended: its buffers may be another's by now
     */
    LastSteps.@Nullable Range snapshot(JoinedSegments joined, SnapshotRequest request) {
        lock.lock();
        try {
            if (stopped) {
                return null;
            }
            snapshotTicks = Ticks.now();
            Segment newest = cut();
            LastSteps.Range range =
                    addSegments(joined, newest, ClockReading.now().clock(), request);
            tellClock(joined.trace());
            discard();
            return range;
        } finally {
            lock.unlock();
        }
    }

    /** Puts all that is kept of the window now into a trace; recording goes on. False if the window has ended. */
    boolean soFar(JoinedSegments joined) {
        lock.lock();
        try {
            if (stopped) {
                return false;
            }
            Segment newest = cut();
            addSegments(joined, newest, ClockReading.now().clock(), SnapshotRequest.all(""));
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the open step has something that is in no snapshot. */
    Optional<StepMarks.Mark> stepUnderWay() {
        return window.stepUnderWay(snapshotTicks);
    }

    /**
     * Puts the window, which has ended, into a trace: out of its buffers if they held all of it, else out of its
     * segments. What cannot be read again is missing in it, and counted.
     *
     * @return what of it is delivered
     */
    LastSteps.Range finish(JoinedSegments joined, Deadline deadline, JournalEnd end, SnapshotRequest asked) {
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
        boolean inBuffers = !reader.hasCut() && delivered.isEmpty() && (store == null || limits.memoryBytes() > 0);
        if (inBuffers) {
            trace.window(window.start.clock(), end.end());
            reader.readAll(trace, deadline);
            tellClock(trace);
            return LastSteps.Range.ALL;
        }
        Segment newest = reader.cutLast();
        keep(newest);
        newest = keepDelivered(newest);
        if (store != null) {
            try {
                Map<String, MetadataValue> metadata = new LinkedHashMap<>(end.metadata());
                metadata.put(CLOCK, clock());
                boolean partial = end.partial() || !unwritten.isEmpty();
                store.finish(new JournalEnd(end.end(), partial, metadata), reader.counted());
            } catch (IOException | RuntimeException e) {
                failures.add(ProfileFailure.Kind.JOURNAL_FAILED, "The end of a journal cannot be written", e);
            }
        }
        LastSteps.Range range = addSegments(joined, newest, end.end(), asked);
        tellClock(trace);
        return range;
    }

    private void tellClock(TraceBuilder trace) {
        trace.metadata(CLOCK, clock());
    }

    private MetadataValue clock() {
        return new MetadataValue(reader.describeClock(), false);
    }

    /** Those that are stored, as far as they can be read back, and those that are in memory anyway. */
    private LastSteps.Range addSegments(JoinedSegments joined, Segment newest, ClockAnchor end, SnapshotRequest asked) {
        if (store != null && !store.keeps()) {
            joined.trace().window(window.start.clock(), end);
            return LastSteps.Range.ALL;
        }
        LastSteps lastSteps = new LastSteps(limits, window.start.nanos());
        Segment[] ends = new Segment[2];
        Consumer<Segment> taker = segment -> {
            if (ends[0] == null) {
                ends[0] = segment;
                carried.before(segment).forEach(joined::addOpen);
            }
            ends[1] = segment;
            joined.add(segment);
            if (limits.keepsLast()) {
                lastSteps.add(segment);
            }
        };
        Exception unreadable = null;
        if (store != null) {
            try {
                store.forEach(taker);
            } catch (IOException | RuntimeException e) {
                unreadable = e;
            }
        }
        unwritten.forEach(taker);
        if (ends[1] == null || !ends[1].after().equals(newest.after())) {
            taker.accept(newest);
        }
        // What a history has given up is not lost.
        joined.counted(limits.keepsLast() ? ends[0].before() : SegmentCounts.ZERO, newest.after());
        joined.trace().window(limits.keepsLast() ? ends[0].start() : window.start.clock(), end);
        if (unreadable != null || joined.isMissingSegments()) {
            incomplete = true;
            joined.trace().partial(true);
            failures.add(
                    ProfileFailure.Kind.JOURNAL_FAILED,
                    joined.missingEvents()
                            + " events are missing in a trace: its journal, which is kept, cannot be read back"
                            + (unreadable == null ? "" : ": " + unreadable.getMessage()),
                    unreadable);
        }
        if (!limits.keepsLast()) {
            return LastSteps.Range.ALL;
        }
        LastSteps.Range range = lastSteps.range(end.monotonicNanos(), asked.first(), asked.last());
        // So that what was dropped is in the account of what is delivered.
        long last = Math.max(
                Math.min(end.monotonicNanos(), range.toNanos() - 1),
                ends[0].start().monotonicNanos());
        joined.trace().window(ends[0].start(), new ClockAnchor(last, end.toEpochNanos(last)));
        lastSteps.shortage().ifPresent(text -> joined.trace().metadata(HISTORY, new MetadataValue(text, false)));
        return range;
    }

    /**
     * Frees what the segments take.
     *
     * @param keepFiles whether a journal stays, since its content was never delivered
     */
    void close(boolean keepFiles) {
        lock.lock();
        try {
            unwritten.clear();
            if (store != null) {
                store.close(keepFiles || incomplete);
            }
        } catch (IOException | RuntimeException e) {
            failures.add(ProfileFailure.Kind.JOURNAL_FAILED, "A journal cannot be closed", e);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Gives everything up, and the buffers back to their threads, now or as soon as the segment is done with that is
     * being taken: what is read until then must not be written over. Does not wait.
     */
    void release(boolean keepChunks, boolean keepFiles) {
        if (lock.tryLock()) {
            try {
                close(keepFiles);
                window.release(keepChunks);
            } finally {
                lock.unlock();
            }
        } else {
            Thread later = new Thread(
                    () -> {
                        close(keepFiles);
                        window.release(keepChunks);
                    },
                    "step-profiler-release");
            later.setDaemon(true);
            later.start();
        }
    }
}
