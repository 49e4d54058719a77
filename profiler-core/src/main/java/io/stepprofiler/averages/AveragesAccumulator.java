package io.stepprofiler.averages;

import io.stepprofiler.trace.Remarks;
import io.stepprofiler.trace.Trace;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The key averages of many windows together, in memory that does not grow with their number: it keeps sums for each group,
 * not the traces.
 *
 * <p>Counts, times, extremes, memory and floating point operations are those of all events. The percentiles are within
 * 1.6 % of the exact ones. A group takes some hundred bytes and up to 20 kB, by how many magnitudes its durations have.
 * When there are more groups than allowed, further ones become one row called {@code (other)}, with a row of its own for
 * those that ran on devices and one for those whose time is outside the total. Safe on several threads.
 */
public final class AveragesAccumulator {
    /** Most groups by default. */
    public static final int DEFAULT_MAX_GROUPS = 10_000;

    private final Grouping grouping;
    private final int maxGroups;
    private final Map<GroupKey, AccumulatedGroup> groups = new LinkedHashMap<>();
    private final Map<GroupKey, AccumulatedGroup> others = new LinkedHashMap<>();
    private Measured measured = Measured.NOTHING;
    private long traces;
    private long unfinished;
    private long dropped;
    private final Map<String, String> remarks = new LinkedHashMap<>();

    /** Sums up by name, with at most {@value #DEFAULT_MAX_GROUPS} groups. */
    public AveragesAccumulator() {
        this(Grouping.BY_NAME, DEFAULT_MAX_GROUPS);
    }

    /**
     * Sums up by any grouping.
     *
     * @param grouping what the events of one row have in common
     * @param maxGroups most groups, 1 or more
     * @throws IllegalArgumentException if {@code maxGroups} is out of range
     */
    public AveragesAccumulator(Grouping grouping, int maxGroups) {
        if (maxGroups < 1) {
            throw new IllegalArgumentException("maxGroups = " + maxGroups + " is not allowed: must be 1 or more");
        }
        this.grouping = Objects.requireNonNull(grouping, "grouping");
        this.maxGroups = maxGroups;
    }

    /**
     * Adds the events of a trace. Takes about as long as its key averages.
     *
     * @param trace the trace of one window, which is not kept
     */
    public void add(Trace trace) {
        KeyAveragesCalculator averager = new KeyAveragesCalculator(trace, grouping);
        synchronized (this) {
            averager.forEach((row, group) -> {
                AccumulatedGroup sums = sumsOf(row.key());
                sums.add(row);
                averager.durations().addTo(sums.histogram(), group);
            });
            measured = measured.and(averager.measured());
            traces++;
            unfinished += trace.account().unfinishedTotal();
            dropped += trace.account().droppedTotal();
            remarks.putAll(Remarks.of(trace)); // What is counted is counted up from trace to trace.
        }
    }

    /** {@return the key averages of all traces so far, in the order in which groups were first met} */
    public synchronized KeyAverages averages() {
        Map<GroupKey, AccumulatedGroup> all = new LinkedHashMap<>(groups);
        all.putAll(others);
        return new KeyAverages(
                grouping,
                measured,
                all.entrySet().stream()
                        .map(entry -> entry.getValue().row(entry.getKey()))
                        .toList(),
                unfinished,
                dropped,
                Map.copyOf(remarks));
    }

    /** {@return the number of traces so far} */
    public synchronized long traces() {
        return traces;
    }

    private AccumulatedGroup sumsOf(GroupKey key) {
        AccumulatedGroup known = groups.get(key);
        if (known != null) {
            return known;
        }
        if (groups.size() < maxGroups) {
            return groups.computeIfAbsent(key, unknown -> new AccumulatedGroup());
        }
        return others.computeIfAbsent(key.other(), unknown -> new AccumulatedGroup());
    }
}
