package io.stepprofiler.analysis.memory;

import io.stepprofiler.amount.Search;
import io.stepprofiler.analysis.whatif.OperationGraph;
import io.stepprofiler.analysis.whatif.OperationGraph.Gaps;
import io.stepprofiler.analysis.whatif.OperationGraph.Result;
import io.stepprofiler.analysis.whatif.OperationGraphBuilder;
import io.stepprofiler.event.Device;
import io.stepprofiler.frameworks.TorchViews;
import io.stepprofiler.trace.Track;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the graph of one range of a trace. */
final class GraphReading {
    private static final int SHOWN_NAMES = 5;

    /** Current content of an allocation, as a value of the builder and as a value of the data flow. */
    private record Content(int value, int flowValue) {}

    /** Flow value of memory that an operation other than a node allocated: the first value that a node reads there. */
    private static final int FIRST = -2;

    private final FlowSources sources;
    private final TraceRange range;
    private final Operations operations;
    private final Allocations allocations;
    private final DataFlow flow;
    private final NodeTensors tensors;
    private final OperationGraphBuilder builder = new OperationGraphBuilder();
    private final Map<Integer, Content> contents = new LinkedHashMap<>();
    /** Views of current contents that no operation has read yet, by allocation. */
    private final Map<Integer, Integer> freshViews = new HashMap<>();

    private final Map<Integer, Integer> reads = new HashMap<>();
    private final BitSet created = new BitSet();
    private final Map<String, Integer> withoutResults = new HashMap<>();
    private long withoutTensors;
    private long shapesAsRead;

    GraphReading(FlowSources sources, TraceRange range) {
        this.sources = sources;
        this.range = range;
        operations = sources.evidence().operations();
        allocations = sources.evidence().allocations();
        flow = sources.evidence().flow();
        tensors = sources.tensors();
    }

    OperationGraph graph() {
        List<AllocatingOperations.Maker> makers = sources.makers().all();
        int maker = Search.below(
                range.fromNanos(), makers.size(), i -> makers.get(i).startNanos());
        int node = Search.below(range.fromNanos(), operations.size(), operations::startNanos);
        while (true) {
            long makerStart = maker < makers.size() ? makers.get(maker).startNanos() : Long.MAX_VALUE;
            long nodeStart = node < operations.size() ? operations.startNanos(node) : Long.MAX_VALUE;
            if (Math.min(makerStart, nodeStart) >= range.toNanos()) {
                break;
            }
            if (makerStart < nodeStart) {
                make(makers.get(maker++));
            } else {
                if (range.has(nodeStart, operations.track(node).id())) {
                    run(node);
                }
                node++;
            }
        }
        contents.forEach(this::end);
        return builder.build(
                RecordedPeaks.of(sources.evidence(), sources.makers(), range, created),
                new Gaps(withoutTensors, withoutResultsCount(), mostFrequent(), shapesAsRead));
    }

    private void make(AllocatingOperations.Maker maker) {
        Track track = sources.evidence().trees().get(maker.track()).track();
        if (!range.has(maker.startNanos(), track.id())) {
            return;
        }
        withoutTensors += maker.made().isEmpty() ? 1 : 0;
        boolean isKnown = sources.evidence().events().size() > 0;
        if (maker.made().isEmpty() && isKnown) {
            return;
        }
        begin(maker.track(), maker.event());
        if (!isKnown) {
            builder.fix();
        }
        maker.made().forEach(allocation -> create(allocation, FIRST, allocations.bytes(allocation), ""));
    }

    private void begin(int trackIndex, int event) {
        TrackTree tree = sources.evidence().trees().get(trackIndex);
        Track track = tree.track();
        builder.operation(
                track.eventName(event),
                track.signatureId(event) < 0
                        ? ""
                        : sources.trace().signature(track.signatureId(event)).inputDimsText(),
                sources.paths().text(sources.paths().of(trackIndex, tree.parent(event))));
    }

    private void run(int node) {
        begin(operations.trackIndex(node), operations.event(node));
        int viewed = viewed(node);
        boolean hasResult = false;
        for (int edge = flow.firstEdge(node); edge < flow.firstEdge(node + 1); edge++) {
            int allocation = flow.allocation(edge);
            int read = flow.readBy(edge);
            int made = flow.madeBy(edge);
            int output = output(node, allocation);
            if (read != DataFlow.NONE) {
                reads.merge(read, 1, Integer::sum);
                find(allocation, read);
            }
            if (made == DataFlow.NONE) {
                boolean isViewed = viewed != Allocations.NONE && allocation == viewed;
                hasResult |= output != NodeTensors.NONE || isViewed;
                if (isViewed) {
                    freshViews.put(allocation, builder.view(value(allocation), viewBytes(node), ""));
                } else {
                    read(node, allocation, output);
                }
                continue;
            }
            hasResult = true;
            if (read == DataFlow.NONE && isCreated(node, allocation, output)) {
                long bytes = isKnownByEvents(allocation) ? allocations.bytes(allocation) : bytes(node, output);
                create(allocation, made, bytes, shape(node, output));
            } else {
                overwrite(node, allocation, made, output == NodeTensors.NONE ? mutated(node, allocation) : output);
            }
        }
        if (!hasResult) {
            fixUnlessKnown(node);
            withoutResults.merge(name(node), 1, Integer::sum);
        }
    }

    /** The allocation that a node without recorded outputs returns a view of. */
    private int viewed(int node) {
        if (tensors.count(node) == 0 || !tensors.hasNoOutputs(node)) {
            return Allocations.NONE;
        }
        boolean allocatesNothing = sources.evidence().events().size() > 0;
        for (int edge = flow.firstEdge(node); edge < flow.firstEdge(node + 1); edge++) {
            allocatesNothing &= flow.madeBy(edge) == DataFlow.NONE;
        }
        return TorchViews.isView(name(node), allocatesNothing) ? tensors.allocation(node, 0) : Allocations.NONE;
    }

    private long viewBytes(int node) {
        return TorchViews.isOfAll(name(node)) ? bytes(node, 0) : Result.UNKNOWN;
    }

    private String name(int node) {
        return operations.track(node).eventName(operations.event(node));
    }

    /** Fixes the place of a node without results, unless memory events show that it returns a view or no tensor. */
    private void fixUnlessKnown(int node) {
        if (sources.evidence().events().size() == 0 && tensors.hasNoOutputs(node)) {
            builder.fix();
        }
    }

    /** Sets the content of an allocation to the value that a node reads; a value from outside the range is an input. */
    private void find(int allocation, int flowValue) {
        Content content = contents.get(allocation);
        if (content != null && content.flowValue() == FIRST && flow.maker(flowValue) == DataFlow.NONE) {
            contents.put(allocation, new Content(content.value(), flowValue));
        } else if (content == null || content.flowValue() != flowValue) {
            contents.put(allocation, new Content(builder.input(device(allocation)), flowValue));
            freshViews.remove(allocation);
        }
    }

    private int value(int allocation) {
        return contents.computeIfAbsent(
                        allocation, any -> new Content(builder.input(device(allocation)), DataFlow.NONE))
                .value();
    }

    private void read(int node, int allocation, int output) {
        freshViews.remove(allocation);
        if (output == NodeTensors.NONE) {
            builder.read(value(allocation));
        } else {
            freshViews.put(allocation, builder.view(value(allocation), bytes(node, output), shape(node, output)));
        }
    }

    private void create(int allocation, int flowValue, long bytes, String ownShape) {
        String shape = ownShape.isEmpty() ? shapeAsRead(allocation, flowValue) : ownShape;
        contents.put(allocation, new Content(builder.create(bytes, device(allocation), shape), flowValue));
        created.set(allocation);
        freshViews.remove(allocation);
    }

    private String shapeAsRead(int allocation, int flowValue) {
        int value = flowValue == FIRST ? flow.firstValue(allocation) : flowValue;
        String shape = value == DataFlow.NONE ? "" : sources.readers().shape(value);
        shapesAsRead += shape.isEmpty() ? 0 : 1;
        return shape;
    }

    private void overwrite(int node, int allocation, int flowValue, int tensor) {
        long bytes = tensor == NodeTensors.NONE ? allocations.bytes(allocation) : bytes(node, tensor);
        int written = builder.overwrite(value(allocation), bytes, shape(node, tensor));
        contents.put(allocation, new Content(written, flowValue));
        freshViews.remove(allocation);
    }

    /** True if a node that writes into an allocation and does not read it created it. */
    private boolean isCreated(int node, int allocation, int output) {
        if (isKnownByEvents(allocation)) {
            return sources.evidence().made().nodeAround(allocation) == node;
        }
        return output != NodeTensors.NONE && bytes(node, output) >= allocations.bytes(allocation);
    }

    private boolean isKnownByEvents(int allocation) {
        return allocations.allocatedBy(allocation) != Allocations.NONE
                || allocations.freedBy(allocation) != Allocations.NONE;
    }

    /** Index of a node's output in an allocation. */
    private int output(int node, int allocation) {
        for (int i = tensors.of(tensors.signature(node)).inputs(); i < tensors.count(node); i++) {
            if (tensors.allocation(node, i) == allocation) {
                return i;
            }
        }
        return NodeTensors.NONE;
    }

    /** Index of a node's mutated input in an allocation. */
    private int mutated(int node, int allocation) {
        Tensors all = tensors.of(tensors.signature(node));
        for (int i = 0; i < all.inputs() && i < tensors.count(node); i++) {
            if (all.isMutated(i) && tensors.allocation(node, i) == allocation) {
                return i;
            }
        }
        return NodeTensors.NONE;
    }

    private long bytes(int node, int tensor) {
        long bytes = tensors.of(tensors.signature(node)).bytes(tensor);
        return bytes > 0 || !shape(node, tensor).startsWith("?") ? bytes : Result.UNKNOWN;
    }

    private String shape(int node, int tensor) {
        return tensor == NodeTensors.NONE ? "" : tensors.shape(tensors.signature(node), tensor);
    }

    private Optional<Device> device(int allocation) {
        int device = allocations.device(allocation);
        return device < 0
                ? Optional.empty()
                : Optional.of(sources.evidence().events().devices().get(device));
    }

    /**
     * Marks a value that is alive at the end of the range as output; without memory events, one that is read later or
     * not at all.
     */
    private void end(int allocation, Content content) {
        if (isKnownByEvents(allocation)) {
            if (allocations.freedNanos(allocation) >= range.toNanos()) {
                builder.output(content.value());
            }
        } else if (content.flowValue() != DataFlow.NONE) {
            int readsInRange = reads.getOrDefault(content.flowValue(), 0);
            if (readsInRange == 0
                    || readsInRange < sources.readers().count(content.flowValue())
                    || freshViews.containsKey(allocation)) {
                builder.output(content.value());
            }
        }
    }

    private long withoutResultsCount() {
        return withoutResults.values().stream().mapToLong(Integer::longValue).sum();
    }

    private List<String> mostFrequent() {
        return withoutResults.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(SHOWN_NAMES)
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .toList();
    }
}
