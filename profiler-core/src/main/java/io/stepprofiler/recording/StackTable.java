package io.stepprofiler.recording;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.recording.MemoryBoundary.Operation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Distinct call stacks of one window, numbered from 0.
 *
 * <p>A stack is looked up by the methods and places of its frames, without a lock; names and line numbers, which cost
 * far more, are looked up once for each distinct stack. Stacks count against the window's budget.
 */
public final class StackTable {
    /** Number of a stack that was not kept. */
    public static final int NONE = -1;

    private static final int BYTES_PER_FRAME = 160;
    private static final int KEY_BYTES_PER_FRAME = 12;
    private static final int FIRST_CAPACITY = 64;

    /** Stack that has a number. */
    private record Known(int hash, Object key, int id) {
        boolean isKept() {
            return id != NONE;
        }
    }

    private static final Known NOT_KEPT = new Known(0, "", NONE);
    private static final Operation<StackTable, StackTable, Known> TAKE = (table, same, a, b) -> table.take();

    /** Hash table with open addressing, at least half of it free. Written under the lock. */
    private volatile @Nullable Known[] table = new Known[FIRST_CAPACITY];

    private final List<List<StackTraceElement>> stacks = new ArrayList<>();
    private final EnumCounts<Anomaly> anomalies;
    private final Budget budget;
    private volatile boolean outOfMemory;
    private volatile boolean full;
    private volatile long mostBytes = Long.MAX_VALUE;
    private long bytes;

    public StackTable(EnumCounts<Anomaly> anomalies, Budget budget) {
        this.anomalies = anomalies;
        this.budget = budget;
    }

    /** Loads everything that taking a stack needs, so that the training loop does not wait for it. */
    public static void prepare() {
        TakenStack taken = Backtraces.taken();
        taken.isOf(taken.key());
        taken.elements();
    }

    /** Returns the number of the calling code's stack, without the frames of the profiler; or {@link #NONE}. */
    public int capture() {
        if (outOfMemory) {
            return dropped();
        }
        Known taken = NOT_KEPT;
        try {
            taken = MemoryBoundary.run(TAKE, this);
            if (taken == null) {
                // R7: each further attempt could cost the training program a full garbage collection.
                outOfMemory = true;
            }
        } catch (StackOverflowError e) {
            // The program meets it in its next call.
        }
        return taken == null || !taken.isKept() ? dropped() : taken.id;
    }

    private Known take() {
        TakenStack stack = Backtraces.taken();
        Known known = find(table, stack);
        return known.isKept() || full ? known : add(stack);
    }

    public synchronized List<StackTraceElement> stack(int id) {
        return stacks.get(id);
    }

    /** Limits the bytes of the budget that stacks take. */
    public void limit(long most) {
        mostBytes = most;
    }

    /** Forgets all stacks, none of which may be requested any more. */
    public synchronized void clear() {
        table = new Known[FIRST_CAPACITY];
        stacks.clear();
    }

    private static Known find(@Nullable Known[] table, TakenStack stack) {
        int hash = stack.hash();
        for (int i = place(hash, table.length); ; i = (i + 1) & (table.length - 1)) {
            Known known = table[i];
            if (known == null) {
                return NOT_KEPT;
            }
            if (known.hash == hash && stack.isOf(known.key)) {
                return known;
            }
        }
    }

    private static int place(int hash, int capacity) {
        return (hash ^ (hash >>> 16)) & (capacity - 1);
    }

    private synchronized Known add(TakenStack stack) {
        Known known = find(table, stack);
        if (known.isKept()) {
            return known;
        }
        List<StackTraceElement> elements = stack.elements();
        int size = BYTES_PER_FRAME * (1 + elements.size()) + KEY_BYTES_PER_FRAME * stack.depth();
        if (stacks.size() >= Limits.MAX_STACKS || bytes + size > mostBytes || !budget.takeBytes(size)) {
            full = true;
            return NOT_KEPT;
        }
        bytes += size;
        int id = stacks.size();
        Known added = new Known(stack.hash(), stack.key(), id);
        if (2 * (id + 1) > table.length) {
            grow();
        }
        stacks.add(elements);
        put(table, added);
        return added;
    }

    private void grow() {
        @Nullable Known[] larger = new Known[table.length * 2];
        for (Known known : table) {
            if (known != null) {
                put(larger, known);
            }
        }
        table = larger;
    }

    private static void put(@Nullable Known[] table, Known known) {
        int i = place(known.hash, table.length);
        while (table[i] != null) {
            i = (i + 1) & (table.length - 1);
        }
        table[i] = known;
    }

    /** Counts a stack that was not kept; returns {@link #NONE}. */
    public int dropped() {
        anomalies.count(Anomaly.STACK_DROPPED);
        return NONE;
    }
}
