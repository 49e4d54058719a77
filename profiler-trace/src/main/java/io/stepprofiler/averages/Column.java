package io.stepprofiler.averages;

import io.stepprofiler.event.Device;
import io.stepprofiler.text.ShownFrame;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * The columns of key averages, from left to right, in every output format, each with its title, its values and the
 * condition to show it.
 *
 * <p>Times of rows are wall time on the threads of the host, waits and sleeps included, as in the CPU columns of {@code
 * torch.profiler}. The sampled columns have the processor time, if a source samples it.
 *
 * <p>A value is a number, a text, or a list of texts; a number that is not known is {@link Double#NaN}. Times are
 * nanoseconds, memory is bytes.
 */
enum Column {
    NAME("Name", "name", Format.NAME, table -> true, (row, all) -> row.name()),
    OVERLOAD(
            "Overload Name",
            "overload",
            Format.NAME,
            Column::byOverload,
            (row, all) -> row.key().overload()),
    KIND("Kind", "kind", Format.NAME, Report::hasKinds, (row, all) -> kind(row.key())),
    DOMAIN(
            "Domain",
            "domain",
            Format.NAME,
            Report::hasDomains,
            (row, all) -> row.key().domain()),
    SELF_CPU_PERCENT(
            "Self %",
            "self_cpu_percent", Format.PERCENT, table -> true, (row, all) -> percentOfTotal(row, row.selfNanos(), all)),
    SELF_CPU("Self time", "self_cpu_time_ns", Format.TIME, table -> true, (row, all) -> row.selfNanos()),
    CPU_TOTAL_PERCENT(
            "Total %",
            "cpu_total_percent",
            Format.PERCENT,
            table -> true,
            (row, all) -> percentOfTotal(row, row.totalNanos(), all)),
    CPU_TOTAL("Total time", "cpu_time_total_ns", Format.TIME, table -> true, (row, all) -> row.totalNanos()),
    CPU_AVERAGE("Average", "cpu_time_avg_ns", Format.TIME, table -> true, (row, all) -> row.averageCpuNanos()),
    MIN("Min", "duration_min_ns", Format.TIME, Column::distribution, (row, all) -> row.minNanos()),
    P50("p50", "duration_p50_ns", Format.TIME, Column::distribution, (row, all) -> row.p50Nanos()),
    P99("p99", "duration_p99_ns", Format.TIME, Column::distribution, (row, all) -> row.p99Nanos()),
    MAX("Max", "duration_max_ns", Format.TIME, Column::distribution, (row, all) -> row.maxNanos()),
    SELF_DEVICE(
            "Self device",
            "self_device_time_ns",
            Format.TIME,
            Column::deviceTime,
            (row, all) -> row.device().selfNanos()),
    SELF_DEVICE_PERCENT(
            "Self device %",
            "self_device_percent",
            Format.PERCENT,
            Column::deviceTime,
            (row, all) -> percent(row.device().selfNanos(), all.deviceNanosTotal())),
    DEVICE_TOTAL(
            "Device total",
            "device_time_total_ns",
            Format.TIME,
            Column::deviceTime,
            (row, all) -> row.device().totalNanos()),
    DEVICE_AVERAGE(
            "Device average",
            "device_time_avg_ns",
            Format.TIME,
            Column::deviceTime,
            (row, all) -> row.averageDeviceNanos()),
    TENSOR_CORES(
            "Tensor Cores",
            "tensor_core_time_total_ns",
            Format.TIME,
            Report::hasTensorCores,
            (row, all) -> row.tensorCores().totalNanos()),
    TENSOR_CORES_PERCENT(
            "Tensor Cores %",
            "tensor_core_percent",
            Format.PERCENT,
            Report::hasTensorCores,
            (row, all) -> row.device().totalNanos() == 0
                    ? Double.NaN
                    : percent(row.tensorCores().totalNanos(), row.device().totalNanos())),
    CPU_MEMORY(
            "Memory",
            "cpu_memory_bytes",
            Format.BYTES,
            Column::memory,
            (row, all) -> row.cpuMemory().totalBytes()),
    SELF_CPU_MEMORY(
            "Self memory",
            "self_cpu_memory_bytes",
            Format.BYTES,
            Column::memory,
            (row, all) -> row.cpuMemory().selfBytes()),
    DEVICE_MEMORY(
            "Device memory",
            "device_memory_bytes",
            Format.BYTES,
            Column::deviceMemory,
            (row, all) -> row.deviceMemory().totalBytes()),
    SELF_DEVICE_MEMORY(
            "Self device memory",
            "self_device_memory_bytes",
            Format.BYTES,
            Column::deviceMemory,
            (row, all) -> row.deviceMemory().selfBytes()),
    SELF_SAMPLED(
            "Self sampled",
            "self_sampled_time_ns",
            Format.TIME,
            Column::sampledTime,
            (row, all) -> row.sampled().selfNanos()),
    SAMPLED_TOTAL(
            "Sampled total",
            "sampled_time_total_ns",
            Format.TIME,
            Column::sampledTime,
            (row, all) -> row.sampled().totalNanos()),
    JAVA_ALLOCATION(
            "Java Alloc",
            "java_allocation_bytes",
            Format.BYTES,
            Column::sampledAllocation,
            (row, all) -> row.javaAllocation().totalBytes()),
    SELF_JAVA_ALLOCATION(
            "Self Java Alloc",
            "self_java_allocation_bytes",
            Format.BYTES,
            Column::sampledAllocation,
            (row, all) -> row.javaAllocation().selfBytes()),
    CALLS("Calls", "calls", Format.COUNT, table -> true, (row, all) -> row.count()),
    INPUT_SHAPES(
            "Input Shapes",
            "input_shapes",
            Format.SHAPES,
            Column::byInputShapes,
            (row, all) -> row.key().inputShapes()),
    THREAD(
            "Thread",
            "thread",
            Format.NAME,
            Column::byThread,
            (row, all) -> row.key().thread()),
    STREAM(
            "Stream",
            "stream",
            Format.NAME,
            Column::byStream,
            (row, all) -> row.key().thread()),
    SOURCE("Source Location", "source_location", Format.SOURCE, Column::byStack, (row, all) -> frames(row.key())),
    FLOPS("Total FLOPs", "flops", Format.FLOPS, Report::hasFlops, (row, all) -> flops(row));

    /** Type of a column's values, which decides how text shows them. */
    enum Format {
        NAME,
        SHAPES,
        SOURCE,
        PERCENT,
        TIME,
        BYTES,
        COUNT,
        FLOPS
    }

    private final String title;
    private final String key;
    private final Format format;

    @SuppressWarnings("ImmutableEnumChecker") // Functions without state.
    private final Predicate<Report> isShown;

    @SuppressWarnings("ImmutableEnumChecker")
    private final BiFunction<KeyAverage, AveragesData, Object> value;

    Column(
            String title,
            String key,
            Format format,
            Predicate<Report> isShown,
            BiFunction<KeyAverage, AveragesData, Object> value) {
        this.title = title;
        this.key = key;
        this.format = format;
        this.isShown = isShown;
        this.value = value;
    }

    /** The title in text; for {@link #FLOPS} without the scale. */
    String title() {
        return title;
    }

    /** The name for programs, with the unit. */
    String key() {
        return key;
    }

    Format format() {
        return format;
    }

    boolean isShown(Report report) {
        return isShown.test(report);
    }

    Object value(KeyAverage row, AveragesData all) {
        return value.apply(row, all);
    }

    private static boolean distribution(Report report) {
        return report.options().distribution;
    }

    private static boolean deviceTime(Report report) {
        return report.averages().measured().deviceTime();
    }

    private static boolean memory(Report report) {
        return report.averages().measured().memory();
    }

    private static boolean deviceMemory(Report report) {
        return report.averages().measured().deviceMemory();
    }

    private static boolean sampledTime(Report report) {
        return report.averages().measured().sampledTime();
    }

    private static boolean sampledAllocation(Report report) {
        return report.averages().measured().sampledAllocation();
    }

    private static boolean byOverload(Report report) {
        return report.averages().grouping().overload;
    }

    private static boolean byInputShapes(Report report) {
        return report.averages().grouping().inputShapes;
    }

    private static boolean byThread(Report report) {
        return report.averages().grouping().thread;
    }

    /** Grouped by thread, the thread column has the names of streams. */
    private static boolean byStream(Report report) {
        return report.averages().grouping().stream && !report.averages().grouping().thread;
    }

    private static boolean byStack(Report report) {
        return report.averages().grouping().stackFrames > 0;
    }

    private static double percentOfTotal(KeyAverage row, long nanos, AveragesData all) {
        return GroupProperties.countInTotal(row.key()) ? percent(nanos, all.selfNanosTotal()) : Double.NaN;
    }

    private static double percent(long part, long whole) {
        return whole == 0 ? 0 : 100.0 * part / whole;
    }

    private static String kind(GroupKey key) {
        Enum<?> kind = key.row() == GroupKey.Row.EVENTS ? key.kind() : key.row();
        String text = kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return key.device() == Device.Type.CPU ? text : text + " on device";
    }

    private static List<String> frames(GroupKey key) {
        return key.stack().stream()
                .map(frame -> ShownFrame.of(frame).toString())
                .toList();
    }

    private static Number flops(KeyAverage row) {
        return row.flops() < 0 ? (Number) Double.NaN : (Number) row.flops();
    }
}
