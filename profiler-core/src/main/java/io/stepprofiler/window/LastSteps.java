package io.stepprofiler.window;

import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.ThreadSegment;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Part of a history's segments that is delivered: segments are discarded whole, but steps, or a time, are requested.
 *
 * <p>A step is delivered whole or, if it began before the retained range, not at all. The open step is delivered if
 * anything has begun in it.
 */
public final class LastSteps {
    /** Range of the events that begin in {@code [fromNanos, toNanos)}. */
    public record Range(long fromNanos, long toNanos) {
        public static final Range ALL = new Range(Long.MIN_VALUE, Long.MAX_VALUE);

        public Trace of(Trace whole) {
            return equals(ALL) ? whole : whole.slice(fromNanos, toNanos);
        }
    }

    private final SegmentLimits limits;
    private final long windowStartNanos;
    private final List<StepMark> ended = new ArrayList<>();
    private @Nullable Segment first;
    private @Nullable StepMark open;
    private boolean begun;
    private int missing;

    public LastSteps(SegmentLimits limits, long windowStartNanos) {
        this.limits = limits;
        this.windowStartNanos = windowStartNanos;
    }

    /** Adds the next segment. */
    public void add(Segment segment) {
        if (first == null) {
            first = segment;
        }
        if (segment.isOfSource()) {
            return;
        }
        StepMark last = open;
        open = null;
        for (StepMark step : segment.steps()) {
            if (step.unfinished()) {
                open = step;
                begun &= last != null && last.number() == step.number();
                begun |= hasBegun(step, segment);
            } else if (step.startNanos() >= firstNanos()) {
                ended.add(step);
            }
        }
    }

    private long firstNanos() {
        return first == null ? Long.MIN_VALUE : first.start().monotonicNanos();
    }

    private static boolean hasBegun(StepMark step, Segment segment) {
        for (ThreadSegment thread : segment.threads()) {
            Track events = thread.events();
            if (events.size() > 0 && events.startNanos(events.size() - 1) >= step.startNanos()) {
                return true;
            }
        }
        List<MemoryEvent> memory = segment.memory();
        return (!memory.isEmpty() && memory.get(memory.size() - 1).nanos() >= step.startNanos())
                || segment.counters().stream().anyMatch(counter -> lastNanos(counter) >= step.startNanos());
    }

    private static long lastNanos(CounterTrack counter) {
        return counter.size() == 0 ? Long.MIN_VALUE : counter.nanos(counter.size() - 1);
    }

    /**
     * Returns the range to be delivered of a window that is open, or ends, at {@code now}.
     *
     * @param first end that the retained steps precede
     * @param last end of the range, the same or later
     */
    public Range range(long now, SnapshotRequest.End first, SnapshotRequest.End last) {
        long to = endAfter(last.step());
        long from = Long.MAX_VALUE;
        if (limits.keptSteps().isPresent()) {
            List<StepMark> before = ended.stream()
                    .filter(mark -> mark.number() < first.step() || (first.isKept() && mark.number() == first.step()))
                    .toList();
            int count = limits.keptSteps().get();
            if (before.size() >= count) {
                from = before.get(before.size() - count).startNanos();
            } else {
                from = hasAll() || before.isEmpty()
                        ? firstNanos()
                        : before.get(0).startNanos();
            }
            missing = hasAll() ? 0 : Math.max(count - before.size(), 0);
        }
        if (limits.keptNanos() > 0) {
            from = Math.min(from, Math.min(now, endAfter(first.step())) - limits.keptNanos());
        }
        return new Range(Math.min(Math.max(from, firstNanos()), to), to);
    }

    /** Returns the start of the step after {@code step}, or of an empty open step; else {@link Long#MAX_VALUE}. */
    private long endAfter(long step) {
        for (StepMark mark : ended) {
            if (mark.number() > step) {
                return mark.startNanos();
            }
        }
        StepMark goesOn = open;
        boolean without = goesOn != null && (goesOn.number() > step || !begun) && goesOn.startNanos() >= firstNanos();
        return goesOn != null && without ? goesOn.startNanos() : Long.MAX_VALUE;
    }

    /** True if nothing of the window has been discarded. */
    private boolean hasAll() {
        return firstNanos() <= windowStartNanos;
    }

    /** Returns a remark if the range has fewer steps than were requested; else empty. */
    public Optional<String> shortage() {
        int wanted = limits.keptSteps().orElse(0);
        return missing == 0
                ? Optional.empty()
                : Optional.of((wanted - missing) + " of " + wanted + " steps: older ones took more than "
                        + limits.maxBytes() + " bytes in total, or more memory than a delivery may take");
    }
}
