package io.stepprofiler.averages;

import io.stepprofiler.trace.Remarks;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.wire.WireReader;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Accumulator of the key averages of many windows and ranks, in memory that does not grow with their number: it keeps
 * sums for each group, not the traces.
 *
 * <p>Counts, times, extremes, memory and floating point operations cover all events exactly. The percentiles are within
 * 1.6 % of the exact ones. A group takes from some hundred bytes up to 20 kB, depending on the spread of its durations.
 * Groups beyond the allowed number are summed up in a row called {@code (other)}, with separate rows for groups on
 * devices and for groups whose time is outside the total. Safe on several threads.
 */
public final class AveragesAccumulator {
    /** Most groups by default. */
    private static final int DEFAULT_MAX_GROUPS = 10_000;

    private final Grouping grouping;
    private final int maxGroups;
    private final Map<GroupKey, AccumulatedGroup> groups = new LinkedHashMap<>();
    private final Map<GroupKey, AccumulatedGroup> others = new LinkedHashMap<>();
    private TraceMeasurements measured = TraceMeasurements.NOTHING;
    private long traces;
    private long unfinished;
    private long dropped;
    /** Remarks of the traces added here. */
    private final Map<String, String> remarks = new LinkedHashMap<>();

    /** Remarks of merged accumulators, sorted, so that the order of merging does not matter. */
    private final Set<String> merged = new TreeSet<>();

    /** Sums up by name, with at most {@value #DEFAULT_MAX_GROUPS} groups. */
    public AveragesAccumulator() {
        this(Grouping.BY_NAME, DEFAULT_MAX_GROUPS);
    }

    /**
     * Sums up by any grouping.
     *
     * @param grouping the properties that the events of one row share
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
            remarks.putAll(Remarks.of(trace)); // Counts in remarks are cumulative: the last trace has the highest.
        }
    }

    /**
     * Adds the sums of another accumulator, such as another rank's.
     *
     * <p>The order of merging does not affect the figures, except that the first groups are kept if there are more than
     * allowed. Groups in {@code (other)} of the other accumulator stay there. Takes some microseconds a group.
     *
     * @param other the accumulator to add, which is not changed; by the same grouping
     * @throws IllegalArgumentException if its grouping is another
     */
    public void merge(AveragesAccumulator other) {
        if (!other.grouping.equals(grouping)) {
            throw new IllegalArgumentException("other = averages by " + other.grouping
                    + " is not allowed: must be by the same grouping, " + grouping);
        }
        // Never holds both locks: two accumulators may be merged into each other at once.
        AveragesAccumulator added = other.copy();
        synchronized (this) {
            addAll(added);
        }
    }

    private synchronized AveragesAccumulator copy() {
        AveragesAccumulator copy = new AveragesAccumulator(grouping, maxGroups);
        copy.addAll(this);
        return copy;
    }

    private void addAll(AveragesAccumulator other) {
        other.groups.forEach((key, sums) -> sumsOf(key).add(sums));
        other.others.forEach((key, sums) -> othersOf(key).add(sums));
        measured = measured.and(other.measured);
        traces += other.traces;
        unfinished += other.unfinished;
        dropped += other.dropped;
        merged.addAll(other.merged);
        merged.addAll(other.remarks.values());
    }

    /** {@return the key averages of all traces so far, in the order of first occurrence} */
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
                allRemarks());
    }

    private Set<String> allRemarks() {
        Set<String> all = new LinkedHashSet<>(remarks.values());
        all.addAll(merged);
        return all;
    }

    /**
     * {@return the sums as bytes, to be sent to another process or stored} Some hundred bytes a group. The format is in
     * {@code averages.proto} in this package.
     */
    public synchronized byte[] toByteArray() {
        WireWriter out = new WireWriter();
        AveragesCodec.writeHead(grouping, maxGroups, out);
        out.number(5, traces);
        out.number(6, unfinished);
        out.number(7, dropped);
        int mark = out.begin(8);
        measured.write(out);
        out.end(mark);
        allRemarks().forEach(remark -> out.text(9, remark));
        AveragesCodec.writeGroups(10, groups, out);
        AveragesCodec.writeGroups(11, others, out);
        return out.toByteArray();
    }

    /**
     * {@return an accumulator with the serialized sums of another one} It takes memory in proportion to the bytes, and
     * may be added to and merged.
     *
     * @param bytes the result of {@link #toByteArray()}, from any process
     * @throws IOException if the bytes are damaged, of another format, of a version that this release does not know, or
     *     too many for the heap
     */
    public static AveragesAccumulator parseFrom(byte[] bytes) throws IOException {
        WireReader in = AveragesCodec.reader(bytes);
        Grouping grouping = Grouping.BY_NAME;
        int maxGroups = DEFAULT_MAX_GROUPS;
        int field = in.field();
        if (field == 3) {
            grouping = AveragesCodec.readGrouping(in.message());
            field = in.field();
        }
        if (field == 4) {
            maxGroups = Math.max(1, in.count(Integer.MAX_VALUE));
            field = in.field();
        }
        AveragesAccumulator read = new AveragesAccumulator(grouping, maxGroups);
        for (; field != 0; field = in.field()) {
            read.read(field, in);
        }
        return read;
    }

    private void read(int field, WireReader in) throws IOException {
        switch (field) {
            case 5 -> traces = in.natural();
            case 6 -> unfinished = in.natural();
            case 7 -> dropped = in.natural();
            case 8 -> measured = TraceMeasurements.read(in.message());
            case 9 -> merged.add(in.text());
            case 10 -> AveragesCodec.readGroup(in.message(), groups);
            case 11 -> AveragesCodec.readGroup(in.message(), others);
            default -> in.skip();
        }
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
        return othersOf(GroupProperties.other(key));
    }

    private AccumulatedGroup othersOf(GroupKey key) {
        return others.computeIfAbsent(key, unknown -> new AccumulatedGroup());
    }
}
