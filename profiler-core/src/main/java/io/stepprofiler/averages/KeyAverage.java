package io.stepprofiler.averages;

import io.stepprofiler.event.Device;
import io.stepprofiler.flops.Flops;

/**
 * Sums and statistics of the events of one group. Times are nanoseconds of wall-clock time.
 *
 * @param key what makes them a group
 * @param count number of events
 * @param topLevelCount how many of them are inside no other event; step marks do not count as such
 * @param durations their single durations
 * @param cpu time on the host; none for work on a device
 * @param device time on devices: for work on a device its own, for events of the host that of the work they caused
 * @param cpuMemory bytes of the host's memory
 * @param deviceMemory bytes of the memory of devices
 * @param sampled time that samples stand for: processor time if the trace has samples of it, else time of running Java
 *     or native code
 * @param javaAllocation bytes of Java objects that samples stand for; nothing is ever given back
 * @param flops floating point operations, at most {@link Long#MAX_VALUE}; {@link #NO_FLOPS} if not known of any event
 * @param tensorCores the part of {@code device} in kernels that use tensor cores, as their names tell
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
    /** In place of a number of floating point operations where none is known. */
    public static final long NO_FLOPS = Flops.UNKNOWN;

    /**
     * A group without kernels that use tensor cores.
     *
     * @param key what makes them a group
     * @param count number of events
     * @param topLevelCount how many of them are inside no other event
     * @param durations their single durations
     * @param cpu time on the host
     * @param device time on devices
     * @param cpuMemory bytes of the host's memory
     * @param deviceMemory bytes of the memory of devices
     * @param sampled time that samples stand for
     * @param javaAllocation bytes of Java objects that samples stand for
     * @param flops floating point operations; {@link #NO_FLOPS} if not known of any event
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
     * <p>On the host, every moment of a thread belongs to the self time of the event that began last among the open
     * ones, and once to the total of every group that has an open one. Work on a device belongs to the self time of the
     * event with its correlation number (if there are several, of the one that began last), and once to the total of
     * that event's group and of each group that has an event around it. A sample belongs to the self time of the event
     * of its thread that began last among those open when it was taken, and once to the total of every group that has
     * an open one.
     *
     * @param selfNanos of the events themselves, without those inside them
     * @param totalNanos with all that is inside them
     */
    public record Time(long selfNanos, long totalNanos) {
        static final Time NONE = new Time(0, 0);
    }

    /**
     * Memory taken less memory given back, in bytes; negative if more was given back.
     *
     * <p>What is taken or given back on a thread belongs to the event that began last among those open there at that
     * moment (self), and once to every group that has an open one (total).
     *
     * @param selfBytes of the events themselves, without those inside them
     * @param totalBytes with all that is inside them
     */
    public record Memory(long selfBytes, long totalBytes) {
        static final Memory NONE = new Memory(0, 0);
    }

    /** {@return the name of the events; {@code ProfilerStep*} for all step marks together} */
    public String name() {
        return key.name();
    }

    /**
     * {@return time of the host in these events outside the events inside them; the sum over all rows is never more
     * than the time that passed on the threads}
     */
    public long selfNanos() {
        return cpu.selfNanos;
    }

    /**
     * {@return time of the host in these events with all that is inside them, where time inside two events of this
     * group on one thread, as in recursion, counts once}
     */
    public long totalNanos() {
        return cpu.totalNanos;
    }

    /** {@return the durations added up, in nanoseconds; more than {@link #totalNanos()} in recursion} */
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
     * for events of the host the total by their number}
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
