package io.stepprofiler.averages;

import io.stepprofiler.averages.AverageRow.Durations;
import io.stepprofiler.averages.KeyAverage.Memory;
import io.stepprofiler.averages.KeyAverage.Time;
import io.stepprofiler.flops.Flops;
import io.stepprofiler.wire.WireReader;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;

/** The sums of one group over several traces. */
final class AccumulatedGroup {
    private DurationHistogram histogram = new DurationHistogram();
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
    private Time tensorCores = Time.NONE;

    DurationHistogram histogram() {
        return histogram;
    }

    /** Adds all figures of a row except the histogram of its durations. */
    void add(KeyAverage row) {
        count += row.count();
        topLevelCount += row.topLevelCount();
        sumNanos += row.sumNanos();
        // Memory events and samples have no durations, so no shortest one.
        if (row.key().row() != GroupKey.Row.MEMORY && row.key().row() != GroupKey.Row.SAMPLES) {
            minNanos = Math.min(minNanos, row.minNanos());
            maxNanos = Math.max(maxNanos, row.maxNanos());
        }
        cpu = sum(cpu, new Time(row.selfNanos(), row.totalNanos()));
        device = sum(device, row.device());
        cpuMemory = sum(cpuMemory, row.cpuMemory());
        deviceMemory = sum(deviceMemory, row.deviceMemory());
        sampled = sum(sampled, row.sampled());
        javaAllocation = sum(javaAllocation, row.javaAllocation());
        flops = Flops.sum(flops, row.flops());
        tensorCores = sum(tensorCores, row.tensorCores());
    }

    /** Adds the sums of another group. */
    void add(AccumulatedGroup other) {
        histogram.add(other.histogram);
        count += other.count;
        topLevelCount += other.topLevelCount;
        sumNanos += other.sumNanos;
        minNanos = Math.min(minNanos, other.minNanos);
        maxNanos = Math.max(maxNanos, other.maxNanos);
        cpu = sum(cpu, other.cpu);
        device = sum(device, other.device);
        cpuMemory = sum(cpuMemory, other.cpuMemory);
        deviceMemory = sum(deviceMemory, other.deviceMemory);
        sampled = sum(sampled, other.sampled);
        javaAllocation = sum(javaAllocation, other.javaAllocation);
        flops = Flops.sum(flops, other.flops);
        tensorCores = sum(tensorCores, other.tensorCores);
    }

    KeyAverage row(GroupKey key) {
        Durations durations = minNanos > maxNanos
                ? Durations.NONE
                : new Durations(sumNanos, minNanos, maxNanos, percentile(50), percentile(99));
        return new AverageRow(
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
                flops,
                tensorCores);
    }

    private long percentile(int percent) {
        return Math.min(Math.max(histogram.percentile(percent), minNanos), maxNanos);
    }

    /** Writes the fields of the message {@code Group} from 2 on. */
    void write(WireWriter out) {
        out.number(2, count);
        out.number(3, topLevelCount);
        out.number(4, sumNanos);
        if (minNanos <= maxNanos) {
            int mark = out.begin(5);
            out.number(1, minNanos);
            out.number(2, maxNanos);
            histogram.write(out);
            out.end(mark);
        }
        writePair(6, cpu.selfNanos(), cpu.totalNanos(), out);
        writePair(7, device.selfNanos(), device.totalNanos(), out);
        writePair(8, cpuMemory.selfBytes(), cpuMemory.totalBytes(), out);
        writePair(9, deviceMemory.selfBytes(), deviceMemory.totalBytes(), out);
        writePair(10, sampled.selfNanos(), sampled.totalNanos(), out);
        writePair(11, javaAllocation.selfBytes(), javaAllocation.totalBytes(), out);
        out.number(12, flops + 1);
        writePair(13, tensorCores.selfNanos(), tensorCores.totalNanos(), out);
    }

    private static void writePair(int field, long self, long total, WireWriter out) {
        if (self != 0 || total != 0) {
            int mark = out.begin(field);
            out.signed(1, self);
            out.signed(2, total);
            out.end(mark);
        }
    }

    /** Reads the present field of the message {@code Group}, or skips an unknown one. */
    void read(int field, WireReader in) throws IOException {
        switch (field) {
            case 2 -> count = in.natural();
            case 3 -> topLevelCount = in.natural();
            case 4 -> sumNanos = in.natural();
            case 5 -> readDurations(in.message());
            case 6 -> cpu = time(in.message());
            case 7 -> device = time(in.message());
            case 8 -> cpuMemory = memory(in.message());
            case 9 -> deviceMemory = memory(in.message());
            case 10 -> sampled = time(in.message());
            case 11 -> javaAllocation = memory(in.message());
            case 12 -> flops = flops(in);
            case 13 -> tensorCores = time(in.message());
            default -> in.skip();
        }
    }

    private static long flops(WireReader in) throws IOException {
        long flops = in.number() - 1; // No sum is larger than a long, but 1 more may be.
        if (flops < KeyAverage.NO_FLOPS) {
            throw in.wrong(flops + " floating point operations");
        }
        return flops;
    }

    private void readDurations(WireReader in) throws IOException {
        long min = 0;
        long max = 0;
        WireReader gaps = WireReader.empty();
        WireReader counts = WireReader.empty();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> min = in.natural();
                case 2 -> max = in.natural();
                case 3 -> gaps = in.message();
                case 4 -> counts = in.message();
                default -> in.skip();
            }
        }
        if (min > max) {
            throw in.wrong("the shortest duration is " + min + " and the longest " + max);
        }
        minNanos = min;
        maxNanos = max;
        histogram = DurationHistogram.read(gaps, counts);
    }

    private static Time time(WireReader in) throws IOException {
        long[] pair = pair(in);
        return new Time(pair[0], pair[1]);
    }

    private static Memory memory(WireReader in) throws IOException {
        long[] pair = pair(in);
        return new Memory(pair[0], pair[1]);
    }

    private static long[] pair(WireReader in) throws IOException {
        long[] pair = new long[2];
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field <= pair.length) {
                pair[field - 1] = in.signed();
            } else {
                in.skip();
            }
        }
        return pair;
    }

    private static Time sum(Time a, Time b) {
        return new Time(a.selfNanos() + b.selfNanos(), a.totalNanos() + b.totalNanos());
    }

    private static Memory sum(Memory a, Memory b) {
        return new Memory(a.selfBytes() + b.selfBytes(), a.totalBytes() + b.totalBytes());
    }
}
