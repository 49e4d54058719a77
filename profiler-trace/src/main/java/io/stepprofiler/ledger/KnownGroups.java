package io.stepprofiler.ledger;

import io.stepprofiler.trace.ProcessGroup;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Groups of ranks that collectives of this process name, numbered in the order of their first use.
 *
 * <p>For the profiler only. Safe on any thread.
 */
public final class KnownGroups {
    /** Most groups that get a number, which bounds the memory of counts for each group. */
    public static final int MOST = 64;

    /** Number of a group beyond the limit. */
    public static final int NONE = -1;

    private static final List<SyncGroup> GROUPS = new CopyOnWriteArrayList<>();

    private KnownGroups() {}

    /**
     * {@return the number of a group; {@link #NONE} beyond the limit}
     *
     * @param group the group
     */
    public static synchronized int numberOf(ProcessGroup group) {
        SyncGroup named = SyncGroup.of(group);
        int known = GROUPS.indexOf(named);
        if (known >= 0 || GROUPS.size() == MOST) {
            return known;
        }
        GROUPS.add(named);
        return GROUPS.size() - 1;
    }

    static SyncGroup group(long number) {
        return GROUPS.get((int) number);
    }
}
