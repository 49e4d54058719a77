package io.stepprofiler.analysis.steps;

import io.stepprofiler.amount.Search;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.Track;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Phases of one thread: intervals of the outermost of some events, by the {@linkplain io.stepprofiler.nesting rules} of
 * nesting. An event that outlasts the phase in which it begins is the next phase. Unfinished events are ignored: events
 * inside them count as if the unfinished event did not exist.
 */
final class Phases {
    private static final Set<EventKind> KINDS = EnumSet.of(EventKind.SCOPE, EventKind.MODULE, EventKind.RUNTIME);

    private long[] starts = new long[8];
    private long[] ends = new long[8];
    private int[] names = new int[8];
    private int size;
    /** Union of the phases, computed on first use. */
    private @Nullable IntervalSet all;

    private Phases() {}

    /** Returns the ids of the names of events that may be phases. */
    static BitSet names(WindowWalk walk) {
        BitSet names = new BitSet();
        for (int name = 0; name < walk.trace().nameCount(); name++) {
            names.set(
                    name,
                    KINDS.contains(walk.trace().kind(name))
                            && walk.meaning(name).isEmpty());
        }
        return names;
    }

    // D1: the outermost: the innermost have hundreds of names.
    /** Returns the outermost events of a track among the events with selected names. */
    static Phases outermost(Track track, IntPredicate asked) {
        Phases phases = new Phases();
        for (int i = 0; i < track.size(); i++) {
            int name = track.nameId(i);
            if (!track.isAsync(i) && !track.isUnfinished(i) && asked.test(name)) {
                phases.add(name, track.startNanos(i), track.startNanos(i) + track.durationNanos(i));
            }
        }
        return phases;
    }

    private void add(int name, long start, long end) {
        if (end <= start) {
            return;
        }
        if (size > 0 && start < ends[size - 1]) {
            if (end <= ends[size - 1]) {
                return;
            }
            ends[size - 1] = start;
        }
        if (size == starts.length) {
            starts = Arrays.copyOf(starts, 2 * size);
            ends = Arrays.copyOf(ends, 2 * size);
            names = Arrays.copyOf(names, 2 * size);
        }
        starts[size] = start;
        ends[size] = end;
        names[size++] = name;
    }

    /** Returns the union of the phases. */
    IntervalSet all() {
        if (all == null) {
            IntervalSet.Builder builder = new IntervalSet.Builder();
            for (int i = 0; i < size; i++) {
                builder.add(starts[i], ends[i]);
            }
            all = builder.build();
        }
        return all;
    }

    /** Returns the time of each phase within some intervals, by name id. */
    Map<Integer, Long> within(IntervalSet set) {
        Map<Integer, Long> nanos = new LinkedHashMap<>();
        for (int i = 0; i < set.size(); i++) {
            for (int j = firstEndingAfter(set.start(i)); j < size && starts[j] < set.end(i); j++) {
                long both = Math.min(ends[j], set.end(i)) - Math.max(starts[j], set.start(i));
                if (both > 0) {
                    nanos.merge(names[j], both, Long::sum);
                }
            }
        }
        return nanos;
    }

    /** Returns the name id of the only phase in an interval; empty if there are none or several. */
    OptionalInt only(IntervalSet step) {
        int first = step.size() == 0 ? size : firstEndingAfter(step.start(0));
        boolean isOne = first < size
                && starts[first] >= step.start(0)
                && ends[first] <= step.end(0)
                && (first + 1 == size || starts[first + 1] >= step.end(0));
        return isOne ? OptionalInt.of(names[first]) : OptionalInt.empty();
    }

    private int firstEndingAfter(long instant) {
        return Search.upTo(instant, size, ends);
    }
}
