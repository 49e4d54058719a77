package io.stepprofiler.window;

import io.stepprofiler.amount.Amount;
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
 * Segments of a window that have been taken out of its buffers: most in a store, the rest in memory. Used by one thread
 * at a time, except {@link #isStuck} and {@link #haveRoomForSources}, which any thread may call.
 */
public final class TakenSegments {
    /** Metadata key of the remark that steps are missing in a history. */
    private static final String HISTORY = "history";

    private final Window window;
    private final @Nullable SegmentStore store;
    private final SegmentLimits limits;
    private final FailureLog failures;
    private final List<Segment> unwritten = new ArrayList<>();
    private final RetentionBoundary keptSteps;
    private volatile boolean stuck;
    /** Bytes of deliveries of sources that are kept here, for want of a store. */
    private volatile long keptOfSources;
    /** True if a trace lacks segments that may still be in the journal. */
    private boolean incomplete;

    /** End of the last segment that has been stored. */
    private long lastEndNanos;

    public TakenSegments(Window window, @Nullable SegmentStore store, SegmentLimits limits, FailureLog failures) {
        this.window = window;
        this.store = store;
        this.limits = limits;
        this.failures = failures;
        keptSteps = new RetentionBoundary(limits.keptSteps().orElse(0));
        if (store != null) {
            window.budget.bytesExhaustedBy(DropCause.JOURNAL_BEHIND);
        }
    }

    /** True if there is a store. */
    boolean areStored() {
        return store != null;
    }

    /** True if the store takes no more segments: it has failed, or is full. */
    boolean isStuck() {
        return stuck;
    }

    /** True if sources may deliver before the window ends. */
    boolean haveRoomForSources() {
        return store != null || keptOfSources < window.budget.maxBytes();
    }

    /**
     * Stores a segment; if that fails, it stays in memory, and is the last one that is taken before the window ends.
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

    /** Charges a segment to the window's budget, as if it were still in the buffers; sources have their own room. */
    private void charge(Segment segment) {
        if (segment.isOfSource()) {
            long kept = keptOfSources;
            keptOfSources = kept + segment.bytes();
        } else {
            window.budget.takeAnyway(segment.bytes());
        }
    }

    /** Returns the start of the retained range; older segments are discarded at the next opportunity. */
    long keptFromNanos() {
        return Math.min(
                limits.keptSteps().isPresent() ? keptSteps.firstNanos() : Long.MAX_VALUE,
                limits.keptNanos() > 0 ? lastEndNanos - limits.keptNanos() : Long.MAX_VALUE);
    }

    /**
     * Discards segments that are older than the retained range, and the state of the reader about them.
     *
     * @param neededFromNanos start of older segments that are still needed, as long as there is room for them
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
            failures.add(FailureLog.Part.JOURNAL, "Old segments of a window cannot be discarded", e);
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

    /** Passes the end of the window to the store, with its counts. */
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
     * Adds to a trace the stored segments that can be read back, and the segments in memory.
     *
     * @param newest segment that was taken last
     * @param end end of the trace
     * @param asked requested part of a history
     * @return range of it to be delivered
     */
    LastSteps.Range addTo(JoinedSegments joined, Segment newest, ClockAnchor end, SnapshotRequest asked) {
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
        // Segments that a history has discarded are not lost.
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
        // Ends inside the delivered range, whose loss account then includes the drops.
        long last = Math.max(
                Math.min(end.monotonicNanos(), range.toNanos() - 1),
                ends[0].start().monotonicNanos());
        joined.trace().window(ends[0].start(), new ClockAnchor(last, end.toEpochNanos(last)));
        lastSteps.shortage().ifPresent(text -> joined.trace().metadata(HISTORY, new MetadataValue(text, false)));
        return range;
    }

    private void tellMissing(long events, @Nullable Exception unreadable) {
        String missing = Amount.count(events, "event is", "events are") + " missing in a trace: ";
        if (unreadable != null) {
            failures.add(
                    FailureLog.Part.JOURNAL,
                    missing + "its journal, which is kept, cannot be read back: " + unreadable.getMessage(),
                    unreadable);
        } else if (store != null && store.isJournal()) {
            failures.add(
                    FailureLog.Part.JOURNAL,
                    missing + "its journal, which is kept, is damaged, or they were lost before they were written");
        } else {
            failures.add(
                    FailureLog.Part.RECORDING,
                    missing + "they were lost while they were read, or cannot be read again");
        }
    }

    /**
     * Frees the segments.
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
