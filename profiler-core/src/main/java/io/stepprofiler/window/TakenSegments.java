package io.stepprofiler.window;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.recording.FailureLog;
import io.stepprofiler.recording.Window;
import io.stepprofiler.segment.JoinedSegments;
import io.stepprofiler.segment.JournalEnd;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentCounts;
import io.stepprofiler.trace.MetadataValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The segments of a window that have been taken out of its buffers: most in a store, the rest in memory. For one thread
 * at a time, but for {@link #isStuck} and {@link #haveRoomForSources}, which any may ask.
 */
public final class TakenSegments {
    /** The metadata that says what a history lacks. */
    private static final String HISTORY = "history";

    private final Window window;
    private final @Nullable SegmentStore store;
    private final SegmentLimits limits;
    private final FailureLog failures;
    private final List<Segment> unwritten = new ArrayList<>();
    private final KeptSteps keptSteps;
    private volatile boolean stuck;
    /** Bytes of what sources delivered that is kept here, for want of a store. */
    private volatile long keptOfSources;
    /** Whether a trace lacks what may still be in the journal. */
    private boolean incomplete;

    /** Where the last segment ends that has been stored. */
    private long lastEndNanos;

    public TakenSegments(Window window, @Nullable SegmentStore store, SegmentLimits limits, FailureLog failures) {
        this.window = window;
        this.store = store;
        this.limits = limits;
        this.failures = failures;
        keptSteps = new KeptSteps(limits.keptSteps().orElse(0));
        if (store != null) {
            window.budget.bytesExhaustedBy(DropCause.JOURNAL_BEHIND);
        }
    }

    /** Whether there is a store. */
    boolean areStored() {
        return store != null;
    }

    /** Whether no more go into the store: it has failed, or is full. */
    boolean isStuck() {
        return stuck;
    }

    /** Whether sources may deliver more before the window ends. */
    boolean haveRoomForSources() {
        return store != null || keptOfSources < window.budget.maxBytes();
    }

    /**
     * Stores a segment; one that cannot be stored stays in memory, and is the last that is taken before the window
     * ends.
     */
    public void add(Segment segment) {
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
            failures.add(FailureLog.Part.JOURNAL, "The journal of a window cannot be written", e);
            return;
        }
        lastEndNanos = segment.end().monotonicNanos();
        keptSteps.add(segment.steps());
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

    /** Since when steps, and time, are kept; all else is given up at the next occasion. */
    long keptFromNanos() {
        return Math.min(
                limits.keptSteps().isPresent() ? keptSteps.firstNanos() : Long.MAX_VALUE,
                limits.keptNanos() > 0 ? lastEndNanos - limits.keptNanos() : Long.MAX_VALUE);
    }

    /**
     * Gives up what is older than is kept, also what the reader knows of it.
     *
     * @param neededFromNanos since when it is needed though it is older, as long as there is room for it
     */
    public void discard(WindowReader reader, long neededFromNanos) {
        SegmentStore open = store;
        if (open == null || stuck) {
            return;
        }
        try {
            discard(open, reader, neededFromNanos);
        } catch (IOException | RuntimeException e) {
            getStuck(DropCause.JOURNAL_FAILED);
            failures.add(FailureLog.Part.JOURNAL, "Old segments of a window cannot be given up", e);
        }
    }

    private void discard(SegmentStore open, WindowReader reader, long neededFromNanos) throws IOException {
        if (limits.keepsLast()) {
            open.discardBefore(Math.min(keptFromNanos(), neededFromNanos));
            open.discardBeyond(limits.maxBytes());
            reader.giveUpBefore(open.firstNanos());
        } else if (open.bytes() >= limits.maxBytes()) {
            getStuck(DropCause.JOURNAL_LIMIT);
        }
    }

    private void getStuck(DropCause cause) {
        stuck = true;
        window.budget.bytesExhaustedBy(cause);
    }

    /** Tells the store that the window has ended, with what has been counted in it. */
    public void finish(JournalEnd end, MetadataValue clock, SegmentCounts counted) {
        if (store == null) {
            return;
        }
        try {
            Map<String, MetadataValue> metadata = new LinkedHashMap<>(end.metadata());
            metadata.put(Drainer.CLOCK, clock);
            boolean partial = end.partial() || !unwritten.isEmpty();
            store.finish(new JournalEnd(end.end(), partial, metadata), counted);
        } catch (IOException | RuntimeException e) {
            failures.add(FailureLog.Part.JOURNAL, "The end of a journal cannot be written", e);
        }
    }

    /**
     * Adds those to a trace that are stored, as far as they can be read back, and those that are in memory anyway.
     *
     * @param newest the last that was taken
     * @param end where the trace ends
     * @param asked what is asked for of a history
     * @return what of it is delivered
     */
    LastSteps.Range addTo(JoinedSegments joined, Segment newest, ClockAnchor end, SnapshotRequest asked) {
        if (store != null && !store.keeps()) {
            joined.trace().window(window.start.clock(), end);
            return LastSteps.Range.ALL;
        }
        LastSteps lastSteps = new LastSteps(limits, window.start.nanos());
        Segment[] ends = new Segment[2];
        Consumer<Segment> taker = segment -> {
            if (ends[0] == null) {
                ends[0] = segment;
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
            tellMissing(joined.missingEvents(), unreadable);
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

    private void tellMissing(long events, @Nullable Exception unreadable) {
        String missing = events + " events are missing in a trace: ";
        if (unreadable != null) {
            failures.add(
                    FailureLog.Part.JOURNAL,
                    missing + "its journal, which is kept, cannot be read back: " + unreadable.getMessage(),
                    unreadable);
        } else if (store != null && store.isJournal()) {
            failures.add(
                    FailureLog.Part.JOURNAL,
                    missing + "its journal, which is kept, is damaged, or they were lost before they were in it");
        } else {
            failures.add(
                    FailureLog.Part.RECORDING,
                    missing + "they were lost while they were read, or cannot be read again");
        }
    }

    /**
     * Frees what they take.
     *
     * @param keepFiles whether a journal stays, since its content was never delivered
     */
    public void close(boolean keepFiles) {
        try {
            unwritten.clear();
            if (store != null) {
                store.close(keepFiles || incomplete);
            }
        } catch (IOException | RuntimeException e) {
            failures.add(FailureLog.Part.JOURNAL, "A journal cannot be closed", e);
        }
    }
}
