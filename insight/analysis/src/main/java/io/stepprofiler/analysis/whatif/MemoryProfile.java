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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Memory that the results of operations take, and would take if they were computed differently; with a list of the
 * largest results.
 *
 * <p>Only results of operations count: memory that existed before the first operation does not, and neither does memory
 * that an operation allocates for itself. A result is freed after the last operation that uses it, unless it is used
 * after all of them; memory that several results share is freed with the last of them. Results of unknown size count as
 * 0; {@link #text()} shows their number. Immutable.
 *
 * <p>Other orders are valid if every operation reads the same values. Reads by the program itself are not recorded.
 */
public final class MemoryProfile {
    private static final Comparator<OperationResults> LARGEST_FIRST =
            Comparator.comparingLong(OperationResults::bytes).reversed();

    /** Most separate operations when calls are added; further ones are summed up by name. */
    private static final int MAX_OPERATIONS = 10_000;

    private static final int FURTHER = -1;
    private static final String INSIDE = " › ";

    private final MemoryProfileOptions options;
    private final long calls;
    private final List<Peaks> peaks;
    private final Map<Node, Results> operations;
    private final Unknown unknown;

    /**
     * Identity of an operation.
     *
     * @param occurrence number of operations with the same name, inputs and path before it in a call; {@link #FURTHER}
     *     for the sum of further ones
     */
    private record Node(String name, String inputs, String path, int occurrence) {
        private static Node further(String name) {
            return new Node(name, "", "", FURTHER);
        }
    }

    /** Figures of the results of an operation, without codes if it has none. */
    private record Results(long calls, long bytes, String codes, String shapes, long withoutSize, long withoutShape) {
        private static final Results NONE = new Results(1, 0, "", "", 0, 0);

        private static Results of(List<Result> results) {
            return new Results(
                    1,
                    results.stream()
                            .mapToLong(each -> Math.max(each.bytes(), 0))
                            .sum(),
                    results.stream()
                            .map(each -> String.valueOf(each.code().letter()))
                            .collect(Collectors.joining()),
                    results.stream()
                            .map(each -> each.shape().isEmpty() ? "?" : each.shape())
                            .collect(Collectors.joining(", ")),
                    // A view takes no memory, whatever its size.
                    results.stream()
                            .filter(each -> each.bytes() < 0 && each.code() != ResultCode.VIEW)
                            .count(),
                    results.stream().filter(each -> each.shape().isEmpty()).count());
        }

        /** The larger of two, with the calls of both. */
        private Results plus(Results other) {
            Results larger = other.bytes > bytes || codes.isEmpty() ? other : this;
            return new Results(
                    calls + other.calls,
                    larger.bytes,
                    larger.codes,
                    larger.shapes,
                    larger.withoutSize,
                    larger.withoutShape);
        }

        private OperationResults row(Node node) {
            return new OperationResults(calls, bytes, codes, shapes, node.name, node.inputs, node.path);
        }
    }

    /** Counts of unknown tensors, results and shapes, and bytes that are not part of the figures. */
    record Unknown(
            long withoutTensors,
            long withoutResults,
            List<String> namesWithoutResults,
            long shapesAsRead,
            long scratchBytes,
            long outsideBytes) {
        private static Unknown of(OperationGraph graph) {
            return new Unknown(
                    graph.gaps().withoutTensors(),
                    graph.gaps().withoutResults(),
                    graph.gaps().namesWithoutResults(),
                    graph.gaps().shapesAsRead(),
                    largest(graph, RecordedMemory::scratchBytes),
                    largest(graph, RecordedMemory::outsideBytes));
        }

        private static long largest(OperationGraph graph, ToLongFunction<RecordedMemory> bytes) {
            return graph.recorded().stream().mapToLong(bytes).max().orElse(0);
        }

        private Unknown or(Unknown other) {
            return new Unknown(
                    Math.max(withoutTensors, other.withoutTensors),
                    Math.max(withoutResults, other.withoutResults),
                    other.withoutResults > withoutResults ? other.namesWithoutResults : namesWithoutResults,
                    Math.max(shapesAsRead, other.shapesAsRead),
                    Math.max(scratchBytes, other.scratchBytes),
                    Math.max(outsideBytes, other.outsideBytes));
        }
    }

    private MemoryProfile(
            MemoryProfileOptions options,
            long calls,
            List<Peaks> peaks,
            Map<Node, Results> operations,
            Unknown unknown) {
        this.options = options;
        this.calls = calls;
        this.peaks = List.copyOf(peaks);
        this.operations = operations;
        this.unknown = unknown;
    }

    /**
     * {@return the memory profile of operations, such as the operations of one call of a function}
     *
     * @param graph the operations
     * @param options the length of the list, and whether to search for the smallest peak
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
            // The peaks of devices are at different times, so recorded peaks do not add up.
            peaks.add(peaks(graph, "all devices", result -> true, OptionalLong.empty(), options));
        }
        return new MemoryProfile(options, 1, peaks, operations(graph), Unknown.of(graph));
    }

    /**
     * {@return one profile for the calls of this profile and of another, such as of another window} Equal operations
     * become one, with the larger results; operations are equal if they are the n-th in their calls with the same name,
     * inputs and path. Each other figure is the larger one.
     *
     * @param other the other profile, whose options are ignored
     */
    public MemoryProfile plus(MemoryProfile other) {
        Map<String, Peaks> larger = new LinkedHashMap<>();
        peaks.forEach(each -> larger.put(each.device(), each));
        other.peaks.forEach(each -> larger.merge(each.device(), each, Peaks::or));
        Map<Node, Results> all = new LinkedHashMap<>(operations);
        other.operations.forEach((node, results) -> {
            boolean isKept = all.containsKey(node) || all.size() < MAX_OPERATIONS;
            all.merge(isKept ? node : Node.further(node.name), results, Results::plus);
        });
        return new MemoryProfile(
                options, calls + other.calls, List.copyOf(larger.values()), all, unknown.or(other.unknown));
    }

    /**
     * {@return this profile with one more place around all operations, so that they differ from operations of other
     * profiles}
     *
     * @param place the outermost place, such as the name of the function
     */
    public MemoryProfile inside(String place) {
        Map<Node, Results> moved = new LinkedHashMap<>();
        operations.forEach((node, results) -> moved.put(
                new Node(
                        node.name,
                        node.inputs,
                        node.path.isEmpty() ? place : place + INSIDE + node.path,
                        node.occurrence),
                results));
        return new MemoryProfile(options, calls, peaks, moved, unknown);
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

    private static Map<Node, Results> operations(OperationGraph graph) {
        Map<Node, Results> operations = new LinkedHashMap<>();
        Map<Node, Integer> alike = new HashMap<>();
        List<Result> results = graph.results();
        int from = 0;
        for (int i = 0; i < graph.operations().size(); i++) {
            int to = from;
            while (to < results.size() && results.get(to).operation() == i) {
                to++;
            }
            Operation operation = graph.operations().get(i);
            Node first = new Node(operation.name(), operation.shapes(), operation.path(), 0);
            int before = alike.merge(first, 1, Integer::sum) - 1;
            operations.put(
                    new Node(first.name, first.inputs, first.path, before),
                    from == to ? Results.NONE : Results.of(results.subList(from, to)));
            from = to;
        }
        return operations;
    }

    /** {@return the peaks of each device that has results, and if there are several, of all together} */
    public List<Peaks> peaks() {
        return peaks;
    }

    /** {@return the number of calls} */
    public long calls() {
        return calls;
    }

    /** {@return the operations with the largest results, the largest first} */
    public List<OperationResults> largest() {
        return operations.entrySet().stream()
                .filter(each -> !each.getValue().codes.isEmpty() && each.getValue().bytes >= options.minBytes())
                .map(each -> each.getValue().row(each.getKey()))
                .sorted(LARGEST_FIRST)
                .limit(options.rows())
                .toList();
    }

    /** {@return the number of operations, including operations without results} */
    public long operations() {
        return operations.size();
    }

    /** {@return the bytes of all results, including views and results written in place} */
    public long bytes() {
        return sum(each -> each.bytes);
    }

    /** Number of operations that have results. */
    long listable() {
        return sum(each -> each.codes.isEmpty() ? 0 : 1);
    }

    long withoutSize() {
        return sum(each -> each.withoutSize);
    }

    long withoutShape() {
        return sum(each -> each.withoutShape);
    }

    private long sum(ToLongFunction<Results> figure) {
        return operations.values().stream().mapToLong(figure).sum();
    }

    Unknown unknown() {
        return unknown;
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
