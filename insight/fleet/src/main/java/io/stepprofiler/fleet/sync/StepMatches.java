package io.stepprofiler.fleet.sync;

import io.stepprofiler.event.Collective;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Collectives of one step, matched by group, kind and number. All collectives of a group in the step are left out if
 * the sizes of one disagree, because the numbers of the others may be wrong, too.
 */
final class StepMatches {
    /** The parts of a key, which sorts the rows by collective: group, kind, number, row. */
    private static final int NUMBER_SHIFT = 24;

    private static final int KIND_SHIFT = 41;
    private static final int GROUP_SHIFT = 45;
    private static final long ROW_MASK = (1L << NUMBER_SHIFT) - 1;

    /** A collective is complete without 1 % of its ranks: some files of a large fleet cannot be read. */
    private static final int MISSING_PART = 100;

    private final SyncRows rows;
    private final int[] order;
    private final List<SyncEvent> events = new ArrayList<>();
    private final Map<SyncProblem, Long> leftOut = new EnumMap<>(SyncProblem.class);

    /**
     * Matches the parts.
     *
     * @param rows the parts of the step
     * @param members number of ranks of a group
     */
    StepMatches(SyncRows rows, IntUnaryOperator members) {
        this.rows = rows;
        List<int[]> all = eventRows();
        order = all.stream().flatMapToInt(Arrays::stream).toArray();
        int to;
        for (int from = 0; from < all.size(); from = to) {
            int group = rows.group(all.get(from)[0]);
            to = from + 1;
            while (to < all.size() && rows.group(all.get(to)[0]) == group) {
                to++;
            }
            add(all.subList(from, to), members.applyAsInt(group));
        }
    }

    /** Returns the rows of each collective by increasing rank, the collectives of a group one after the other. */
    private List<int[]> eventRows() {
        long[] keys = new long[rows.size()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = (long) rows.group(i) << GROUP_SHIFT
                    | (long) rows.direction(i) << KIND_SHIFT
                    | (long) rows.number(i) << NUMBER_SHIFT
                    | i;
        }
        Arrays.sort(keys);
        List<int[]> all = new ArrayList<>();
        int to;
        for (int from = 0; from < keys.length; from = to) {
            to = from + 1;
            while (to < keys.length && keys[to] >> NUMBER_SHIFT == keys[from] >> NUMBER_SHIFT) {
                to++;
            }
            int[] event = Arrays.stream(keys, from, to)
                    .mapToInt(key -> (int) (key & ROW_MASK))
                    .toArray();
            all.add(RowOrder.by(rows::rank, event));
        }
        return all;
    }

    private void add(List<int[]> ofGroup, int members) {
        SyncProblem problem = null;
        for (int[] event : ofGroup) {
            problem = problem == null ? problem(event) : problem;
        }
        for (int[] event : ofGroup) {
            if (problem == null) {
                add(event, members);
            } else {
                leaveOut(event, problem);
            }
        }
    }

    private @Nullable SyncProblem problem(int... event) {
        SyncProblem problem = null;
        for (int i = 1; i < event.length; i++) {
            if (rows.rank(event[i]) == rows.rank(event[i - 1])) {
                return SyncProblem.RECORDED_TWICE;
            }
            if (rows.bytes(event[0]) != rows.bytes(event[i])) {
                problem = SyncProblem.SIZES_DIFFER;
            }
        }
        return problem;
    }

    private void add(int[] event, int members) {
        int missing = members - event.length;
        boolean isComplete = missing <= members / MISSING_PART;
        if (missing < 0) {
            leaveOut(event, SyncProblem.TOO_MANY_RANKS);
        } else {
            Collective kind = rows.kind(event[0]);
            events.add(new SyncEvent(
                    rows.group(event[0]),
                    members,
                    kind == Collective.SEND ? Collective.RECV : kind,
                    event,
                    isComplete));
            if (!isComplete) {
                leaveOut(event, SyncProblem.RANK_MISSING);
            }
        }
    }

    private void leaveOut(int[] event, SyncProblem problem) {
        leftOut.merge(problem, (long) event.length, Long::sum);
    }

    SyncRows rows() {
        return rows;
    }

    /** Returns all rows, in an order that depends on their contents only. */
    int[] order() {
        return order;
    }

    List<SyncEvent> events() {
        return events;
    }

    /** Returns the number of parts that are left out of the waits, by the first reason. */
    Map<SyncProblem, Long> leftOut() {
        return leftOut;
    }
}
