package io.stepprofiler.window;

import io.stepprofiler.trace.Trace;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Request for a trace of a window that is open; later requests join it until it is begun. Until then, only {@link
 * SnapshotRequests} changes it.
 */
public final class SnapshotRequest {
    /** Number for no step. */
    public static final long NO_STEP = -1;

    /** Maximum number of reasons that are named; further ones are counted, each time that they are given. */
    private static final int NAMED_REASONS = 8;

    /**
     * End of the requested range.
     *
     * @param step last step of the range; {@link Long#MAX_VALUE} for the latest one
     * @param isKept whether that step counts as a retained one, rather than as the open one
     */
    public record End(long step, boolean isKept) {
        private static final Comparator<End> ORDER =
                Comparator.comparingLong(End::step).thenComparing(End::isKept);

        private End earlier(End other) {
            return ORDER.compare(this, other) <= 0 ? this : other;
        }

        private End later(End other) {
            return ORDER.compare(this, other) >= 0 ? this : other;
        }
    }

    private final Set<String> reasons = new LinkedHashSet<>();
    private int furtherReasons;
    private End first;
    private End last;
    private volatile @Nullable SnapshotRequest takenOverBy;
    private volatile @Nullable Trace answer;
    private volatile @Nullable String loss;
    private final Queue<Runnable> whenLost = new ConcurrentLinkedQueue<>();

    private SnapshotRequest(End end) {
        first = end;
        last = end;
    }

    public SnapshotRequest(String reason, End end) {
        this(end);
        reasons.add(reason);
    }

    /** Returns a request that takes the place of all of these; null if there are none. */
    static @Nullable SnapshotRequest inPlaceOf(Collection<SnapshotRequest> others) {
        SnapshotRequest all = null;
        for (SnapshotRequest each : others) {
            all = all == null ? new SnapshotRequest(each.first) : all;
            all.takeOver(each);
        }
        return all;
    }

    /** Returns a request for everything that is retained. */
    public static SnapshotRequest all(String reason) {
        return new SnapshotRequest(reason, new End(Long.MAX_VALUE, false));
    }

    /** Adds a reason and an end to the request. */
    public void join(String reason, End end) {
        if (reasons.size() < NAMED_REASONS) {
            reasons.add(reason);
        } else if (!reasons.contains(reason)) {
            furtherReasons++;
        }
        first = first.earlier(end);
        last = last.later(end);
    }

    private void takeOver(SnapshotRequest other) {
        other.reasons.forEach(reason -> join(reason, other.first));
        furtherReasons += other.furtherReasons;
        last = last.later(other.last);
        other.takenOverBy = this;
    }

    /** Returns all reasons of the request. */
    public String reason() {
        String named = String.join("; ", reasons);
        return furtherReasons == 0 ? named : named + "; " + furtherReasons + " more";
    }

    /** Returns the earliest end, which the requested number of steps precede. */
    public End first() {
        return first;
    }

    /** Returns the latest end. */
    public End last() {
        return last;
    }

    /** Sets the trace. */
    public void answer(Trace trace) {
        answer = trace;
    }

    /** Declares that there will be no trace, and why. */
    public void lose(String why) {
        loss = why;
        whenLost.forEach(Runnable::run);
    }

    /** Returns the reason for which there will be no trace; null as long as there may be one. */
    @Nullable
    public String loss() {
        return loss;
    }

    /** Adds an action that {@link #lose} runs, on its thread. */
    public void whenLost(Runnable action) {
        whenLost.add(action);
    }

    /** Returns the trace; null until there is one. */
    @Nullable
    public Trace answer() {
        SnapshotRequest other = takenOverBy;
        return other != null ? other.answer() : answer;
    }
}
