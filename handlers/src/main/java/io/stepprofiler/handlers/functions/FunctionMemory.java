package io.stepprofiler.handlers.functions;

import io.stepprofiler.analysis.functions.FunctionCall;
import io.stepprofiler.analysis.functions.FunctionSelector;
import io.stepprofiler.analysis.memory.RecordedGraphs;
import io.stepprofiler.analysis.memory.TraceRange;
import io.stepprofiler.analysis.whatif.MemoryProfile;
import io.stepprofiler.analysis.whatif.MemoryProfileOptions;
import io.stepprofiler.analysis.whatif.OperationGraph;
import io.stepprofiler.trace.Trace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The memory profiles of functions: of the first call of each window, the largest of all windows. Calls of one function
 * are mostly alike, and the search for the lowest peak takes long of many operations. Safe on any thread.
 */
final class FunctionMemory {
    private final FunctionSelector selector;
    private final MemoryProfileOptions options;
    private final Map<String, MemoryProfile> profiles = new LinkedHashMap<>();

    FunctionMemory(FunctionProfileOptions options) {
        selector = options.functions();
        MemoryProfileOptions plain =
                MemoryProfileOptions.DEFAULT.withRows(options.nApply()).withMinBytes(options.minMemorySize());
        this.options = options.minPeakMemory() ? plain.withMinimalPeak() : plain;
    }

    /** Those of a window; none if nothing is known of the tensors of its operations. */
    Map<String, MemoryProfile> of(Trace trace) {
        Map<String, MemoryProfile> ofTrace = new LinkedHashMap<>();
        if (trace.signatureCount() == 0) {
            return ofTrace;
        }
        RecordedGraphs graphs = RecordedGraphs.of(trace);
        Map<String, FunctionCall> first = new LinkedHashMap<>();
        selector.calls(trace).forEach(call -> first.putIfAbsent(call.function(), call));
        first.forEach((function, call) -> {
            OperationGraph graph =
                    graphs.graph(new TraceRange(call.startNanos(), call.endNanos(), OptionalLong.of(call.trackId())));
            if (!graph.operations().isEmpty()) {
                ofTrace.put(function, MemoryProfile.of(graph, options));
            }
        });
        return ofTrace;
    }

    /** Adds those of a window. */
    synchronized void add(Map<String, MemoryProfile> ofTrace) {
        ofTrace.forEach((function, profile) -> profiles.merge(function, profile, FunctionMemory::larger));
    }

    private static MemoryProfile larger(MemoryProfile a, MemoryProfile b) {
        return MemoryProfile.largest(List.of(a, b));
    }

    /** That of a function, as text; empty if there is none. */
    synchronized String text(String function) {
        return Optional.ofNullable(profiles.get(function))
                .map(MemoryProfile::text)
                .orElse("");
    }

    /** The largest of all functions, as text; empty if there is none. */
    synchronized String largest() {
        return profiles.isEmpty()
                ? ""
                : MemoryProfile.largest(List.copyOf(profiles.values())).text();
    }
}
