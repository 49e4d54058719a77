package io.stepprofiler.averages;

import io.stepprofiler.averages.KeyAverage.Memory;
import io.stepprofiler.averages.KeyAverage.Time;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.flops.Flops;
import io.stepprofiler.flops.TensorCores;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Sums of each group, indexed by group. */
final class GroupSums {
    final GroupDurations durations;
    final long[] self;
    final long[] total;
    final long[] topLevel;
    /** Memory events and samples outside all events. */
    final long[] loose;

    final ChargedAmounts device;
    final ChargedAmounts tensorCores;
    final ChargedAmounts cpuMemory;
    final ChargedAmounts deviceMemory;
    final ChargedAmounts sampled;
    final ChargedAmounts javaAllocation;
    private final long[] flops;

    // Start and duration of the first event of each group, and a sequence number that orders equal ones.
    private final long[] firstNanos;
    private final long[] firstDuration;
    private final int[] metAs;
    private int met;

    // End of the time that is already in the total of a group, and the timeline it applies to.
    private final long[] coveredUntil;
    private final int[] coveredOn;

    /** Sums of {@code groups} groups, all 0. */
    GroupSums(int groups, GroupDurations durations) {
        this.durations = durations;
        self = new long[groups];
        total = new long[groups];
        topLevel = new long[groups];
        loose = new long[groups];
        device = new ChargedAmounts(groups);
        tensorCores = new ChargedAmounts(groups);
        cpuMemory = new ChargedAmounts(groups);
        deviceMemory = new ChargedAmounts(groups);
        sampled = new ChargedAmounts(groups);
        javaAllocation = new ChargedAmounts(groups);
        flops = new long[groups];
        Arrays.fill(flops, KeyAverage.NO_FLOPS);
        firstNanos = new long[groups];
        Arrays.fill(firstNanos, Long.MAX_VALUE);
        firstDuration = new long[groups];
        metAs = new int[groups];
        coveredUntil = new long[groups];
        coveredOn = new int[groups];
        Arrays.fill(coveredOn, -1);
    }

    /** Adds the time of an event to the total, as far as no other event of its group on its timeline covers it. */
    void cover(int group, int timeline, long start, long end) {
        long from = coveredOn[group] == timeline ? Math.max(start, coveredUntil[group]) : start;
        if (end >= from) {
            total[group] += end - from;
            coveredUntil[group] = end;
            coveredOn[group] = timeline;
        }
    }

    /** Notes time and duration of an event of a group. */
    void meet(int group, long nanos, long duration) {
        if (nanos < firstNanos[group] || (nanos == firstNanos[group] && duration > firstDuration[group])) {
            firstNanos[group] = nanos;
            firstDuration[group] = duration;
            metAs[group] = met++;
        }
    }

    /**
     * The groups in the order of their first occurrence, on any thread; of groups that begin together the longer first,
     * so that outer events are before inner ones.
     */
    int[] inOrder() {
        return IntStream.range(0, firstNanos.length)
                .boxed()
                .sorted(Comparator.<Integer>comparingLong(group -> firstNanos[group])
                        .thenComparing(Comparator.<Integer>comparingLong(group -> firstDuration[group])
                                .reversed())
                        .thenComparingInt(group -> metAs[group]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    void addFlops(int group, long ofEvent) {
        flops[group] = Flops.sum(flops[group], ofEvent);
    }

    boolean isEmpty(int group) {
        return durations.count(group) == 0 && loose[group] == 0;
    }

    KeyAverage row(int group, GroupKey key) {
        Time time = new Time(self[group], total[group]);
        boolean onDevice = key.device() != Device.Type.CPU;
        return new AverageRow(
                key,
                durations.count(group) + loose[group],
                topLevel[group] + loose[group],
                durations.summary(group),
                onDevice ? Time.NONE : time,
                onDevice ? time : new Time(device.self(group), device.total(group)),
                new Memory(cpuMemory.self(group), cpuMemory.total(group)),
                new Memory(deviceMemory.self(group), deviceMemory.total(group)),
                new Time(sampled.self(group), sampled.total(group)),
                new Memory(javaAllocation.self(group), javaAllocation.total(group)),
                flops[group],
                onDevice
                        ? usesTensorCores(key) ? time : Time.NONE
                        : new Time(tensorCores.self(group), tensorCores.total(group)));
    }

    private static boolean usesTensorCores(GroupKey key) {
        return key.kind() == EventKind.KERNEL && TensorCores.areUsedBy(key.name());
    }
}
