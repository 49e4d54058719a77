package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.steps.IntervalSet.Stretch;
import io.stepprofiler.analysis.steps.WindowWalk;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Scopes, modules and operations of the threads of steps that are short compared with their overhead. Loops over
 * elements are excluded.
 *
 * @param count their number
 * @param gapNanos total time between consecutive ones, without long pauses, in nanoseconds
 * @param together times during which they follow each other
 */
record SmallOperations(long count, long gapNanos, IntervalSet together) {
    static final long MAX_NANOS = 10_000;
    static final Set<EventKind> KINDS = EnumSet.of(EventKind.SCOPE, EventKind.MODULE);

    /** Longest time between two operations that counts as overhead; a longer one is other work. */
    private static final long MAX_GAP_NANOS = 100_000;

    private static final int NONE = -1;

    static SmallOperations of(WindowFacts facts) {
        Gathering gathering = new Gathering(facts.inSteps().minus(LoopRules.inElementLoops(facts)));
        WindowWalk walk = facts.walk();
        for (int i = 0; i < walk.trace().tracks().size(); i++) {
            Track track = walk.trace().tracks().get(i);
            if (track.isThread() && walk.isOfSteps(track.id())) {
                gathering.add(track, walk.parents(i), facts);
            }
        }
        return new SmallOperations(gathering.count, gathering.gaps, IntervalSet.of(gathering.together));
    }

    private static final class Gathering {
        private final IntervalSet within;
        private final List<Stretch> together = new ArrayList<>();
        private long count;
        private long gaps;

        Gathering(IntervalSet within) {
            this.within = within;
        }

        void add(Track track, int[] around, WindowFacts facts) {
            // End of the last event inside each event, and at the top level last; NONE if that event is not small.
            long[] ends = new long[track.size() + 1];
            Arrays.fill(ends, NONE);
            for (int i = 0; i < around.length; i++) {
                if (track.isAsync(i)
                        || track.isUnfinished(i)
                        || !KINDS.contains(facts.trace().kind(track.nameId(i)))
                        || !within.contains(track.startNanos(i))) {
                    continue;
                }
                int parent = around[i] == Nesting.ROOT ? around.length : around[i];
                boolean isSmall = track.durationNanos(i) < MAX_NANOS;
                long end = track.startNanos(i) + track.durationNanos(i);
                count += isSmall ? 1 : 0;
                boolean isInSmall = parent < around.length && track.durationNanos(parent) < MAX_NANOS;
                if (isSmall && !isInSmall && ends[parent] != NONE) {
                    gap(ends[parent], track.startNanos(i), end);
                }
                ends[parent] = isSmall ? end : NONE;
            }
        }

        private void gap(long from, long to, long end) {
            if (to - from > MAX_GAP_NANOS || to < from) {
                return;
            }
            gaps += within.nanosWithin(from, to);
            int last = together.size() - 1;
            if (last >= 0
                    && together.get(last).end() >= from
                    && together.get(last).start() <= from) {
                together.set(last, new Stretch(together.get(last).start(), end));
            } else {
                together.add(new Stretch(from, end));
            }
        }
    }
}
