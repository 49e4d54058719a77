package io.stepprofiler.averages;

import io.stepprofiler.event.Device;
import io.stepprofiler.flops.Flops;

/** Sums and statistics of the events of one group. Times are nanoseconds of wall-clock time. Immutable. */
public sealed interface KeyAverage permits AverageRow {
    /** Value of {@link #flops} if not known for any event. */
    long NO_FLOPS = Flops.UNKNOWN;

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
    record Time(long selfNanos, long totalNanos) {
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
    record Memory(long selfBytes, long totalBytes) {
        static final Memory NONE = new Memory(0, 0);
    }

    /** {@return the key of the group} */
    GroupKey key();

    /** {@return the name of the events; {@code [steps]} for all step marks together} */
    default String name() {
        return key().name();
    }

    /** {@return whether this is work on a device, as opposed to events of the host} */
    default boolean isOnDevice() {
        return key().device() != Device.Type.CPU;
    }

    /** {@return the number of events} */
    long count();

    /** {@return the number of events inside no other event; step marks do not count as enclosing events} */
    long topLevelCount();

    /**
     * {@return time of the host in these events, without events inside them; the sum over all rows is never more than
     * the time that passed on the threads}
     */
    long selfNanos();

    /**
     * {@return time of the host in these events, including events inside them; time inside two events of this group on
     * one thread, as in recursion, counts once}
     */
    long totalNanos();

    /** {@return the sum of the durations, in nanoseconds; more than {@link #totalNanos()} in recursion} */
    long sumNanos();

    /** {@return the shortest duration in nanoseconds; 0 if there is none} */
    long minNanos();

    /** {@return the longest duration in nanoseconds; 0 if there is none} */
    long maxNanos();

    /** {@return the median in nanoseconds: the smallest duration that at least half of the events do not exceed} */
    long p50Nanos();

    /** {@return the smallest duration in nanoseconds that at least 99 of 100 events do not exceed} */
    long p99Nanos();

    /** {@return the time of the host an event takes on average, in nanoseconds; 0 for work on a device} */
    default double averageCpuNanos() {
        return isOnDevice() || count() == 0 ? 0 : (double) sumNanos() / count();
    }

    /**
     * {@return the time on devices an event takes on average, in nanoseconds: for work on a device its mean duration,
     * for events of the host the total divided by their number}
     */
    default double averageDeviceNanos() {
        return count() == 0 ? 0 : (double) (isOnDevice() ? sumNanos() : device().totalNanos()) / count();
    }

    /** {@return time on devices: of the work itself, or of the work that events of the host caused} */
    Time device();

    /** {@return the part of {@link #device} in kernels that use tensor cores, recognized by name} */
    Time tensorCores();

    /** {@return bytes of the host's memory} */
    Memory cpuMemory();

    /** {@return bytes of the memory of devices} */
    Memory deviceMemory();

    /**
     * {@return time that samples represent: processor time if the trace has samples of it, else time of running Java or
     * native code}
     */
    Time sampled();

    /** {@return bytes of Java objects that samples represent, without frees} */
    Memory javaAllocation();

    /**
     * {@return floating point operations, at most {@link Long#MAX_VALUE}; {@link #NO_FLOPS} if not known for any event}
     */
    long flops();
}
