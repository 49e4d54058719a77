package io.stepprofiler.analysis.whatif;

import io.stepprofiler.analysis.whatif.OperationGraph.Operation;
import io.stepprofiler.analysis.whatif.OperationGraph.RecordedMemory;
import io.stepprofiler.analysis.whatif.OperationGraph.Result;
import io.stepprofiler.analysis.whatif.OperationGraph.ResultCode;
import io.stepprofiler.analysis.whatif.Peaks.MinimalPeak;
import io.stepprofiler.analysis.whatif.Peaks.Peak;
import io.stepprofiler.event.Device;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * How much memory the results of operations take, and would take if they were computed otherwise; with a list of the
 * largest.
 *
 * <p>Only results of operations count: what was there before the first of them does not, and neither does memory that
 * an operation allocates for itself. A result is freed after the last operation that uses it, unless it is used after
 * all of them; memory that several results share is freed with the last of them. Results of which the size is not known
 * count as 0, and {@link #text()} says how many there are. Immutable.
 *
 * <p>Another order is only one that keeps what operations read. That the program itself looked at a value before it
 * went on is not known.
 */
public final class MemoryProfile {
    private static final Comparator<OperationResults> LARGEST_FIRST =
            Comparator.comparingLong(OperationResults::bytes).reversed();

    private final MemoryProfileOptions options;
    private final List<Peaks> peaks;
    private final List<OperationResults> largest;
    private final Sums sums;

    /** What is added up over graphs. */
    record Sums(
            long operations,
            long listable,
            long bytes,
            long withoutSize,
            long withoutShape,
            long withoutTensors,
            long withoutResults,
            List<String> namesWithoutResults,
            long shapesAsRead,
            long scratchBytes,
            long outsideBytes) {
        private Sums or(Sums other) {
            return new Sums(
                    operations + other.operations,
                    listable + other.listable,
                    bytes + other.bytes,
                    withoutSize + other.withoutSize,
                    withoutShape + other.withoutShape,
                    withoutTensors + other.withoutTensors,
                    withoutResults + other.withoutResults,
                    namesWithoutResults.isEmpty() ? other.namesWithoutResults : namesWithoutResults,
                    shapesAsRead + other.shapesAsRead,
                    Math.max(scratchBytes, other.scratchBytes),
                    Math.max(outsideBytes, other.outsideBytes));
        }
    }

    private MemoryProfile(MemoryProfileOptions options, List<Peaks> peaks, List<OperationResults> largest, Sums sums) {
        this.options = options;
        this.peaks = List.copyOf(peaks);
        this.largest = largest.stream()
                .sorted(LARGEST_FIRST)
                .filter(row -> row.bytes() >= options.minBytes())
                .limit(options.rows())
                .toList();
        this.sums = sums;
    }

    /**
     * {@return the memory profile of some operations, such as those of one call of a function}
     *
     * @param graph the operations
     * @param options how long the list is, and whether the smallest peak is looked for
     */
    public static MemoryProfile of(OperationGraph graph, MemoryProfileOptions options) {
        List<Peaks> peaks = new ArrayList<>();
        Map<Optional<Device>, List<Result>> byDevice = graph.results().stream()
                .collect(Collectors.groupingBy(Result::device, LinkedHashMap::new, Collectors.toList()));
        byDevice.keySet().stream()
                .sorted(Comparator.comparing(MemoryProfile::name))
                .forEach(device -> peaks.add(peaks(
                        graph,
                        name(device),
                        result -> result.device().equals(device),
                        device.map(each -> recordedPeak(graph, each)).orElse(OptionalLong.empty()),
                        options)));
        if (peaks.size() > 1) {
            // The peaks of devices are at different times, so those that were recorded do not add up.
            peaks.add(peaks(graph, "all devices", result -> true, OptionalLong.empty(), options));
        }
        return new MemoryProfile(options, peaks, rows(graph), sums(graph));
    }

    /**
     * {@return one profile for several calls or functions: of each figure the largest of theirs, of all lists the
     * largest results}
     *
     * @param profiles the profiles; the length of the list is that of the first
     * @throws IllegalArgumentException if there is none
     */
    public static MemoryProfile largest(List<MemoryProfile> profiles) {
        if (profiles.isEmpty()) {
            throw new IllegalArgumentException("profiles = [] is not allowed: must have at least one");
        }
        Map<String, Peaks> peaks = new LinkedHashMap<>();
        List<OperationResults> rows = new ArrayList<>();
        for (MemoryProfile profile : profiles) {
            profile.peaks.forEach(each -> peaks.merge(each.device(), each, Peaks::or));
            rows.addAll(profile.largest);
        }
        return new MemoryProfile(
                profiles.get(0).options,
                List.copyOf(peaks.values()),
                rows,
                profiles.stream().map(each -> each.sums).reduce(Sums::or).orElseThrow());
    }

    private static Peaks peaks(
            OperationGraph graph,
            String name,
            Predicate<Result> counted,
            OptionalLong recorded,
            MemoryProfileOptions options) {
        int[] executed = Orders.executed(graph);
        int[] topological = Orders.topological(graph);
        Liveness asIs = Liveness.of(graph, counted, true);
        Liveness withoutInPlace = Liveness.of(graph, counted, false);
        return new Peaks(
                name,
                new Peak(asIs.peak(executed), asIs.peak(topological)),
                new Peak(withoutInPlace.peak(executed), withoutInPlace.peak(topological)),
                asIs.total(),
                recorded,
                options.minimalPeak()
                        ? Optional.of(MinimalPeak.of(asIs, List.of(executed, topological)))
                        : Optional.empty());
    }

    private static OptionalLong recordedPeak(OperationGraph graph, Device device) {
        return graph.recorded().stream()
                .filter(each -> each.device().equals(device))
                .mapToLong(RecordedMemory::resultsPeakBytes)
                .findFirst();
    }

    private static String name(Optional<Device> device) {
        return device.map(Device::toString).orElse("unknown device");
    }

    private static List<OperationResults> rows(OperationGraph graph) {
        List<OperationResults> rows = new ArrayList<>();
        List<Result> results = graph.results();
        int from = 0;
        while (from < results.size()) {
            int operation = results.get(from).operation();
            int to = from;
            while (to < results.size() && results.get(to).operation() == operation) {
                to++;
            }
            rows.add(row(graph.operations().get(operation), results.subList(from, to)));
            from = to;
        }
        return rows;
    }

    private static OperationResults row(Operation operation, List<Result> results) {
        return new OperationResults(
                bytes(results),
                results.stream()
                        .map(each -> String.valueOf(each.code().letter()))
                        .collect(Collectors.joining()),
                results.stream()
                        .map(each -> each.shape().isEmpty() ? "?" : each.shape())
                        .collect(Collectors.joining(", ")),
                operation.name(),
                operation.shapes(),
                operation.path());
    }

    private static long bytes(List<Result> results) {
        return results.stream().mapToLong(each -> Math.max(each.bytes(), 0)).sum();
    }

    private static Sums sums(OperationGraph graph) {
        List<Result> results = graph.results();
        return new Sums(
                graph.operations().size(),
                results.stream().mapToInt(Result::operation).distinct().count(),
                bytes(results),
                // A view takes no memory, whatever its size.
                results.stream()
                        .filter(each -> each.bytes() < 0 && each.code() != ResultCode.VIEW)
                        .count(),
                results.stream().filter(each -> each.shape().isEmpty()).count(),
                graph.gaps().withoutTensors(),
                graph.gaps().withoutResults(),
                graph.gaps().namesWithoutResults(),
                graph.gaps().shapesAsRead(),
                graph.recorded().stream()
                        .mapToLong(RecordedMemory::scratchBytes)
                        .max()
                        .orElse(0),
                graph.recorded().stream()
                        .mapToLong(RecordedMemory::outsideBytes)
                        .max()
                        .orElse(0));
    }

    /** {@return what it was made with} */
    public MemoryProfileOptions options() {
        return options;
    }

    /** {@return the peaks of each device that has results, and if there are several, of all together} */
    public List<Peaks> peaks() {
        return peaks;
    }

    /** {@return the operations with the largest results, the largest first} */
    public List<OperationResults> largest() {
        return largest;
    }

    /** {@return how many operations there are, those without results included} */
    public long operations() {
        return sums.operations();
    }

    /** {@return the bytes of all results, views and what was written in place included} */
    public long bytes() {
        return sums.bytes();
    }

    Sums sums() {
        return sums;
    }

    /** {@return the profile as lines of text} */
    public String text() {
        return new MemoryProfileText(this).text();
    }

    @Override
    public String toString() {
        return text();
    }
}
