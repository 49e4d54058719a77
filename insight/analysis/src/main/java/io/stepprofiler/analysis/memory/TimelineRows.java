package io.stepprofiler.analysis.memory;

import io.stepprofiler.analysis.memory.MemoryChange.TimelineAction;
import java.util.Arrays;

/**
 * Changes of a timeline as columns, in the order of time; changes at one time in the order of {@link TimelineAction}.
 *
 * <p>Each change takes the bytes of an allocation out of one category, into another, or both.
 */
final class TimelineRows {
    private static final TimelineAction[] ACTIONS = TimelineAction.values();
    private static final int PREEXISTING = TimelineAction.PREEXISTING.code();
    private static final int INCREMENT = TimelineAction.INCREMENT_VERSION.code();

    private final Allocations allocations;
    private long[] nanos = new long[1024];
    private byte[] actions = new byte[1024];
    private byte[] before = new byte[1024];
    private byte[] after = new byte[1024];
    private int[] allocationsOf = new int[1024];
    private int size;

    TimelineRows(Allocations allocations) {
        this.allocations = allocations;
    }

    void add(long time, TimelineAction action, int allocation, int from, int to) {
        if (size == nanos.length) {
            nanos = Arrays.copyOf(nanos, size * 2);
            actions = Arrays.copyOf(actions, size * 2);
            before = Arrays.copyOf(before, size * 2);
            after = Arrays.copyOf(after, size * 2);
            allocationsOf = Arrays.copyOf(allocationsOf, size * 2);
        }
        nanos[size] = time;
        actions[size] = (byte) action.code();
        before[size] = (byte) from;
        after[size] = (byte) to;
        allocationsOf[size++] = allocation;
    }

    int size() {
        return size;
    }

    /** Time of a change, on the clock of the trace; meaningless for {@link TimelineAction#PREEXISTING}. */
    long nanos(int row) {
        return nanos[row];
    }

    TimelineAction action(int row) {
        return ACTIONS[actions[row] - PREEXISTING];
    }

    boolean isPreexisting(int row) {
        return actions[row] == PREEXISTING;
    }

    /** True if bytes leave the category {@link #before}. */
    boolean takes(int row) {
        return actions[row] >= INCREMENT;
    }

    /** True if bytes enter the category {@link #after}. */
    boolean gives(int row) {
        return actions[row] <= INCREMENT;
    }

    /** Number of the category that the allocation leaves, or was in. */
    int before(int row) {
        return before[row];
    }

    /** Number of the category that the allocation is in from now on, or was in. */
    int after(int row) {
        return after[row];
    }

    int allocation(int row) {
        return allocationsOf[row];
    }

    /** The bytes of the allocation, 0 or more. */
    long bytes(int row) {
        return allocations.bytes(allocationsOf[row]);
    }
}
