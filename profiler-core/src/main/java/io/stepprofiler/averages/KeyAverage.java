package io.stepprofiler.averages;

import io.stepprofiler.event.Device;
import io.stepprofiler.flops.Flops;

/**
 * Sums and statistics of the events of one group. Times are nanoseconds of wall-clock time.
 *
 * @param key the key of the group
 * @param count number of events
 * @param topLevelCount number of events inside no other event; step marks do not count as enclosing events
 * @param durations their single durations
 * @param cpu time on the host; none for work on a device
 * @param device time on devices: of the work itself, or of the work that events of the host caused
 * @param cpuMemory bytes of the host's memory
 * @param deviceMemory bytes of the memory of devices
 * @param sampled time that samples represent: processor time if the trace has samples of it, else time of running Java
 *     or native code
 * @param javaAllocation bytes of Java objects that samples represent, without frees
 * @param flops floating point operations, at most {@link Long#MAX_VALUE}; {@link #NO_FLOPS} if not known for any event
 * @param tensorCores the part of {@code device} in kernels that use tensor cores, recognized by name
 */
public record KeyAverage(
        GroupKey key,
        long count,
        long topLevelCount,
        Durations durations,
        Time cpu,
        Time device,
        Memory cpuMemory,
        Memory deviceMemory,
        Time sampled,
        Memory javaAllocation,
        long flops,
        Time tensorCores) {
    /** Value of {@link #flops} if not known for any event. */
    public static final long NO_FLOPS = Flops.UNKNOWN;

    /**
     * A group without kernels that use tensor cores.
     *
     * @param key the key of the group
     * @param count number of events
     * @param topLevelCount number of events inside no other event
     * @param durations their single durations
     * @param cpu time on the host
     * @param device time on devices
     * @param cpuMemory bytes of the host's memory
     * @param deviceMemory bytes of the memory of devices
     * @param sampled time that samples represent
     * @param javaAllocation bytes of Java objects that samples represent
     * @param flops floating point operations; {@link #NO_FLOPS} if not known for any event
     */
    public KeyAverage(
            GroupKey key,
            long count,
            long topLevelCount,
            Durations durations,
            Time cpu,
            Time device,
            Memory cpuMemory,
            Memory deviceMemory,
            Time sampled,
            Memory javaAllocation,
            long flops) {
        this(
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
                Time.NONE);
    }

    /**
     * The single durations of the events of a group, in nanoseconds, wherever they ran; all 0 if it has none.
     *
     * @param sumNanos the durations added up
     * @param minNanos the shortest
     * @param maxNanos the longest
     * @param p50Nanos the median: the smallest that at least half of the events do not exceed
     * @param p99Nanos the smallest that at least 99 of 100 events do not exceed
     */
    public record Durations(long sumNanos, long minNanos, long maxNanos, long p50Nanos, long p99Nanos) {
        static final Durations NONE = new Durations(0, 0, 0, 0, 0);
    }

    /**
     * Time spent by the events of a group, in nanoseconds.
     *
     * <p>On the host, every moment of a thread belongs to the self time of the open event that began last, and once to
     * the total of every group with an open event. Work on a device belongs to the self time of the event with its
     * correlation id (the last that began, if there are several), and once to the total of that event's group and of
     * each group with an event around it. A sample belongs to the self time of the event of its thread that began last
     * and was open at the time, and once to the total of every group with an open event.
     *
     * @param selfNanos time of the events themselves, without events inside them
     * @param totalNanos time including events inside them
     */
    public record Time(long selfNanos, long totalNanos) {
        static final Time NONE = new Time(0, 0);
    }

    /**
     * Allocated minus freed memory, in bytes; negative if more was freed.
     *
     * <p>An allocation or free on a thread belongs to the event that began last and is open there at that moment
     * (self), and once to every group with an open event (total).
     *
     * @param selfBytes bytes of the events themselves, without events inside them
     * @param totalBytes bytes including events inside them
     */
    public record Memory(long selfBytes, long totalBytes) {
        static final Memory NONE = new Memory(0, 0);
    }

    /** {@return the name of the events; {@code [steps]} for all step marks together} */
    public String name() {
        return key.name();
    }

    /**
     * {@return time of the host in these events, without events inside them; the sum over all rows is never more than
     * the time that passed on the threads}
     */
    public long selfNanos() {
        return cpu.selfNanos;
    }

    /**
     * {@return time of the host in these events, including events inside them; time inside two events of this group on
     * one thread, as in recursion, counts once}
     */
    public long totalNanos() {
        return cpu.totalNanos;
    }

    /** {@return the sum of the durations, in nanoseconds; more than {@link #totalNanos()} in recursion} */
    public long sumNanos() {
        return durations.sumNanos;
    }

    /** {@return the shortest duration in nanoseconds} */
    public long minNanos() {
        return durations.minNanos;
    }

    /** {@return the longest duration in nanoseconds} */
    public long maxNanos() {
        return durations.maxNanos;
    }

    /** {@return the median in nanoseconds: the smallest duration that at least half of the events do not exceed} */
    public long p50Nanos() {
        return durations.p50Nanos;
    }

    /** {@return the smallest duration in nanoseconds that at least 99 of 100 events do not exceed} */
    public long p99Nanos() {
        return durations.p99Nanos;
    }

    /** {@return the mean duration of an event in nanoseconds, 0 if there is none} */
    public double averageNanos() {
        return count == 0 ? 0 : (double) durations.sumNanos / count;
    }

    /** {@return the time of the host an event takes on average, in nanoseconds; 0 for work on a device} */
    public double averageCpuNanos() {
        return isOnDevice() ? 0 : averageNanos();
    }

    /**
     * {@return the time on devices an event takes on average, in nanoseconds: for work on a device its mean duration,
     * for events of the host the total divided by their number}
     */
    public double averageDeviceNanos() {
        if (isOnDevice()) {
            return averageNanos();
        }
        return count == 0 ? 0 : (double) device.totalNanos / count;
    }

    /** {@return whether this is work on a device, as opposed to events of the host} */
    public boolean isOnDevice() {
        return key.device() != Device.Type.CPU;
    }
}
