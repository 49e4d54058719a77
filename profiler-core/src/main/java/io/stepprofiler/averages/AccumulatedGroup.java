package io.stepprofiler.averages;

import io.stepprofiler.averages.KeyAverage.Durations;
import io.stepprofiler.averages.KeyAverage.Memory;
import io.stepprofiler.averages.KeyAverage.Time;

/** The sums of one group over several traces. */
final class AccumulatedGroup {
    private final DurationHistogram histogram = new DurationHistogram();
    private long count;
    private long topLevelCount;
    private long sumNanos;
    private long minNanos = Long.MAX_VALUE;
    private long maxNanos;
    private Time cpu = Time.NONE;
    private Time device = Time.NONE;
    private Memory cpuMemory = Memory.NONE;
    private Memory deviceMemory = Memory.NONE;
    private Time sampled = Time.NONE;
    private Memory javaAllocation = Memory.NONE;
    private long flops = KeyAverage.NO_FLOPS;

    DurationHistogram histogram() {
        return histogram;
    }

    /** Adds everything but the single durations. */
    void add(KeyAverage row) {
        count += row.count();
        topLevelCount += row.topLevelCount();
        sumNanos += row.sumNanos();
        // Memory events and samples have no duration to be the shortest.
        if (row.key().row() != GroupKey.Row.MEMORY && row.key().row() != GroupKey.Row.SAMPLES) {
            minNanos = Math.min(minNanos, row.minNanos());
            maxNanos = Math.max(maxNanos, row.maxNanos());
        }
        cpu = sum(cpu, row.cpu());
        device = sum(device, row.device());
        cpuMemory = sum(cpuMemory, row.cpuMemory());
        deviceMemory = sum(deviceMemory, row.deviceMemory());
        sampled = sum(sampled, row.sampled());
        javaAllocation = sum(javaAllocation, row.javaAllocation());
        flops = Flops.sum(flops, row.flops());
    }

    KeyAverage row(GroupKey key) {
        Durations durations = minNanos > maxNanos
                ? Durations.NONE
                : new Durations(sumNanos, minNanos, maxNanos, percentile(50), percentile(99));
        return new KeyAverage(
                key,
                count,
                topLevelCount,
                durations,
                cpu,
                device,
                cpuMemory,
                deviceMemory,
                sampled,
                javaAllocation,
                flops);
    }

    private long percentile(int percent) {
        return Math.min(Math.max(histogram.percentile(percent), minNanos), maxNanos);
    }

    private static Time sum(Time a, Time b) {
        return new Time(a.selfNanos() + b.selfNanos(), a.totalNanos() + b.totalNanos());
    }

    private static Memory sum(Memory a, Memory b) {
        return new Memory(a.selfBytes() + b.selfBytes(), a.totalBytes() + b.totalBytes());
    }
}
