package io.stepprofiler.averages;

import java.util.Comparator;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Sort key of the rows of a table: the largest first, names in their alphabetical order; equal ones in the order of
 * their first occurrence.
 */
public enum SortKey {
    /** No sorting: the order of first occurrence. */
    FIRST_OCCURRENCE(row -> 0),
    /** Name, in the order of its characters. */
    NAME(Comparator.comparing(KeyAverage::name)),
    /** Time of the host outside inner events. */
    SELF_TIME(KeyAverage::selfNanos),
    /** Time of the host with inner events. */
    TOTAL_TIME(KeyAverage::totalNanos),
    /** Mean time of the host for an event. */
    AVERAGE_TIME(mean(KeyAverage::averageCpuNanos)),
    /** Shortest duration. */
    MIN_TIME(KeyAverage::minNanos),
    /** Median duration. */
    P50_TIME(KeyAverage::p50Nanos),
    /** 99th percentile of the durations. */
    P99_TIME(KeyAverage::p99Nanos),
    /** Longest duration. */
    MAX_TIME(KeyAverage::maxNanos),
    /** Time of devices caused by the events themselves. */
    SELF_DEVICE_TIME(row -> row.device().selfNanos()),
    /** Time of devices, with inner events. */
    DEVICE_TIME(row -> row.device().totalNanos()),
    /** Mean time of devices for an event. */
    AVERAGE_DEVICE_TIME(mean(KeyAverage::averageDeviceNanos)),
    /** Time of devices in kernels that use tensor cores, with inner events. */
    TENSOR_CORE_TIME(row -> row.tensorCores().totalNanos()),
    /** Share of the time of devices in kernels that use tensor cores. */
    TENSOR_CORE_SHARE(mean(SortKey::tensorCoreShare)),
    /** Bytes of the host, with inner events. */
    CPU_MEMORY(row -> row.cpuMemory().totalBytes()),
    /** Bytes of the host outside inner events. */
    SELF_CPU_MEMORY(row -> row.cpuMemory().selfBytes()),
    /** Bytes of devices, with inner events. */
    DEVICE_MEMORY(row -> row.deviceMemory().totalBytes()),
    /** Bytes of devices outside inner events. */
    SELF_DEVICE_MEMORY(row -> row.deviceMemory().selfBytes()),
    /** Sampled time outside inner events. */
    SELF_SAMPLED_TIME(row -> row.sampled().selfNanos()),
    /** Sampled time, with inner events. */
    SAMPLED_TIME(row -> row.sampled().totalNanos()),
    /** Sampled bytes of Java objects, with inner events. */
    JAVA_ALLOCATION(row -> row.javaAllocation().totalBytes()),
    /** Sampled bytes of Java objects outside inner events. */
    SELF_JAVA_ALLOCATION(row -> row.javaAllocation().selfBytes()),
    /** Number of events. */
    COUNT(KeyAverage::count),
    /** Number of events inside no other event. */
    TOP_LEVEL_COUNT(KeyAverage::topLevelCount),
    /** Floating point operations. */
    FLOPS(KeyAverage::flops);

    @SuppressWarnings("ImmutableEnumChecker") // Comparators without state.
    private final Comparator<KeyAverage> order;

    SortKey(ToLongFunction<KeyAverage> value) {
        this(Comparator.comparingLong(value).reversed());
    }

    SortKey(Comparator<KeyAverage> order) {
        this.order = order;
    }

    private static Comparator<KeyAverage> mean(ToDoubleFunction<KeyAverage> value) {
        return Comparator.comparingDouble(value).reversed();
    }

    private static double tensorCoreShare(KeyAverage row) {
        long all = row.device().totalNanos();
        return all == 0 ? 0 : (double) row.tensorCores().totalNanos() / all;
    }

    Comparator<KeyAverage> order() {
        return order;
    }
}
