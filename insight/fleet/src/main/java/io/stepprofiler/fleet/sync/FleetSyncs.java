package io.stepprofiler.fleet.sync;

import static io.stepprofiler.event.Collective.RECV;
import static io.stepprofiler.event.Collective.SEND;

import io.stepprofiler.event.Collective;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.ledger.SyncGroup;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Collectives in the steps of a fleet, as each rank recorded them. The order of additions changes no result. Takes 38
 * bytes for each part of a rank. Not safe for threads.
 */
public final class FleetSyncs {
    private static final int MOST_GROUPS = 1 << 18;
    private static final int MOST_NUMBERS = 1 << 17;
    private static final int MOST_IN_STEP = 1 << 24;
    private static final long MOST_PARTS = 200_000_000;
    private static final long MOST_TIME = 1L << 61;

    /** A rank leaves none of these before all have come, except the sender, whose wait is therefore not counted. */
    private static final Set<Collective> HOLDING = Set.of(
            Collective.ALL_REDUCE,
            Collective.BARRIER,
            Collective.ALL_GATHER,
            Collective.REDUCE_SCATTER,
            Collective.ALL_TO_ALL,
            SEND,
            RECV);

    private final List<RankPlace> places;
    private final int worldSize;
    private final SyncHosts hosts;
    private final SyncRows[] rows;
    private final List<SyncGroup> groups;
    private final Map<SyncGroup, Integer> indexes = new HashMap<>();
    private final Map<SyncProblem, Long> refused = new EnumMap<>(SyncProblem.class);
    private long added;

    /**
     * No collectives.
     *
     * @param steps steps of the ranks, which share a clock if they share a host
     * @param worldSize number of ranks of the run, also without steps
     * @param groups the groups of ranks, in any order
     * @throws IllegalArgumentException if there are too many groups
     */
    public FleetSyncs(FleetSteps steps, int worldSize, Collection<SyncGroup> groups) {
        check("groups", groups.size(), MOST_GROUPS);
        places = steps.places();
        this.worldSize = worldSize;
        hosts = SyncHosts.of(places);
        rows = new SyncRows[steps.numbers().length];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new SyncRows();
        }
        this.groups = groups.stream()
                .distinct()
                .sorted(Comparator.comparing(SyncGroup::name)
                        .thenComparing(SyncGroup::firstRank)
                        .thenComparing(SyncGroup::size))
                .toList();
        this.groups.forEach(group -> indexes.put(group, indexes.size()));
    }

    /**
     * {@return the index of a group of ranks}
     *
     * @param group one of the groups
     * @throws IllegalArgumentException if it is none of them
     */
    public int index(SyncGroup group) {
        Integer index = indexes.get(group);
        if (index == null) {
            throw new IllegalArgumentException("group = " + group + " is not allowed: must be one of the groups");
        }
        return index;
    }

    /**
     * Counts parts that are not added.
     *
     * @param problem the reason
     * @param parts number of parts
     */
    public void leaveOut(SyncProblem problem, long parts) {
        if (parts > 0) {
            refused.merge(problem, parts, Long::sum);
        }
    }

    /**
     * Adds one rank's part in a collective, or counts the reason against it.
     *
     * @param step index of the step in the steps of the fleet
     * @param sync the rank's part
     * @throws IllegalArgumentException if an index is out of range, or if there are too many parts
     */
    public void add(int step, RankSync sync) {
        check("step", step, rows.length);
        check("rank", sync.rank(), places.size());
        check("group", sync.group(), groups.size());
        check("parts in a step", rows[step].size(), MOST_IN_STEP);
        check("parts", added, MOST_PARTS);
        boolean isMessage = sync.kind() == SEND || sync.kind() == RECV;
        if (!isInRange(sync)) {
            leaveOut(SyncProblem.OUT_OF_RANGE, 1);
        } else if (!HOLDING.contains(sync.kind())) {
            leaveOut(SyncProblem.LEAVES_EARLY, 1);
        } else if (isMessage && members(sync.group()) != 2) {
            leaveOut(SyncProblem.NO_PAIR, 1);
        } else if (sync.endNanos() < sync.arrivalNanos()) {
            leaveOut(SyncProblem.ENDS_EARLY, 1);
        } else {
            rows[step].add(sync, isMessage ? direction(sync) : sync.kind());
            added++;
        }
    }

    /** Returns true if differences and sums of the times fit a long, and the number fits a key. */
    private static boolean isInRange(RankSync sync) {
        return sync.number() >= 0
                && sync.number() < MOST_NUMBERS
                && sync.arrivalNanos() > -MOST_TIME
                && sync.endNanos() < MOST_TIME
                && sync.endNanos() - sync.arrivalNanos() <= FleetSteps.MOST_FIGURE;
    }

    /** Returns {@code SEND} for a message from the first rank of its group to the second, {@code RECV} for others. */
    private Collective direction(RankSync sync) {
        boolean isFirst =
                places.get(sync.rank()).rank() == groups.get(sync.group()).firstRank();
        return isFirst == (sync.kind() == SEND) ? SEND : RECV;
    }

    private static void check(String name, long value, long limit) {
        if (value < 0 || value >= limit) {
            throw new IllegalArgumentException(name + " = " + value + " is not allowed: must be 0 to " + (limit - 1));
        }
    }

    SyncHosts hosts() {
        return hosts;
    }

    String groupName(int group) {
        return groups.get(group).name();
    }

    /** Returns the number of ranks of a group, also without steps. */
    int members(int group) {
        int size = groups.get(group).size();
        return size == 0 ? worldSize : size;
    }

    SyncRows rows(int step) {
        return rows[step];
    }

    Map<SyncProblem, Long> refused() {
        return refused;
    }
}
