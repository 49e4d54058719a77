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
 * A trace of a window that goes on, as it was asked for: what is asked for before it is begun joins it. By then it is
 * changed by {@link SnapshotRequests} only.
 */
public final class SnapshotRequest {
    /** In place of the number of a step that has ended. */
    public static final long NO_STEP = -1;

    /** More are counted, each time that they are given, and not named. */
    private static final int NAMED_REASONS = 8;

    /**
     * The end of what was asked for.
     *
     * @param step the last step that it is about; {@link Long#MAX_VALUE} for the last there is
     * @param isKept whether that is among those that are kept, rather than one that goes on
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

    /** What answers all of these in their place; null if there are none. */
    static @Nullable SnapshotRequest inPlaceOf(Collection<SnapshotRequest> others) {
        SnapshotRequest all = null;
        for (SnapshotRequest each : others) {
            all = all == null ? new SnapshotRequest(each.first) : all;
            all.takeOver(each);
        }
        return all;
    }

    /** All there is. */
    public static SnapshotRequest all(String reason) {
        return new SnapshotRequest(reason, new End(Long.MAX_VALUE, false));
    }

    /** Has the trace be about something else, too. */
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

    /** Why it was asked for: all that was said. */
    public String reason() {
        String named = String.join("; ", reasons);
        return furtherReasons == 0 ? named : named + "; " + furtherReasons + " more";
    }

    /** The end that reaches back the furthest: as many steps as are asked for come before it. */
    public End first() {
        return first;
    }

    /** The last end. */
    public End last() {
        return last;
    }

    /** Notes the trace. */
    public void answer(Trace trace) {
        answer = trace;
    }

    /** Says that there will be no trace, and why. */
    public void lose(String why) {
        loss = why;
        whenLost.forEach(Runnable::run);
    }

    /** Why there will be no trace; null as long as there may be one. */
    @Nullable
    public String loss() {
        return loss;
    }

    /** Has something done as soon as it is known that there will be no trace, on the thread that says so. */
    public void whenLost(Runnable action) {
        whenLost.add(action);
    }

    /** The trace, once there is one. */
    @Nullable
    public Trace answer() {
        SnapshotRequest other = takenOverBy;
        return other != null ? other.answer() : answer;
    }
}
