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
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The memory profiles of functions: of the first call of each window, added up over windows. Calls of one function are
 * mostly alike, and the search for the lowest peak takes long of many operations. Safe on any thread.
 */
final class FunctionMemory {
    private final FunctionSelector selector;
    private final MemoryProfileOptions options;
    private final Map<String, MemoryProfile> profiles = new LinkedHashMap<>();
    private long windows;

    FunctionMemory(FunctionProfileOptions options) {
        selector = options.functions();
        MemoryProfileOptions plain =
                MemoryProfileOptions.DEFAULT.withRows(options.nApply()).withMinBytes(options.minMemorySize());
        this.options = options.minPeakMemory() ? plain.withMinimalPeak() : plain;
    }

    /** Those of a window; none if nothing tells the size of what its operations put out, so that all would be 0. */
    Map<String, MemoryProfile> of(Trace trace) {
        Map<String, MemoryProfile> ofTrace = new LinkedHashMap<>();
        if (trace.signatureCount() == 0) {
            return ofTrace;
        }
        boolean hasEvents = trace.memory().size() > 0;
        RecordedGraphs graphs = RecordedGraphs.of(trace);
        Map<String, FunctionCall> first = new LinkedHashMap<>();
        selector.calls(trace).forEach(call -> first.putIfAbsent(call.function(), call));
        first.forEach((function, call) -> {
            OperationGraph graph =
                    graphs.graph(new TraceRange(call.startNanos(), call.endNanos(), OptionalLong.of(call.trackId())));
            MemoryProfile profile = MemoryProfile.of(graph, options);
            boolean isSized = hasEvents || profile.peaks().stream().anyMatch(each -> each.withoutFreeing() > 0);
            if (profile.operations() > 0 && isSized) {
                ofTrace.put(function, profile);
            }
        });
        return ofTrace;
    }

    /** Adds those of a window. */
    synchronized void add(Map<String, MemoryProfile> ofTrace) {
        windows++;
        ofTrace.forEach((function, profile) -> profiles.merge(function, profile, MemoryProfile::plus));
    }

    /** Whether there were windows, and nothing of the memory of their operations. */
    synchronized boolean isMissing() {
        return windows > 0 && profiles.isEmpty();
    }

    /** That of a function, as text; empty if there is none. */
    synchronized String text(String function) {
        return Optional.ofNullable(profiles.get(function))
                .map(MemoryProfile::text)
                .orElse("");
    }

    /** That of all functions, whose operations stay apart, as text; empty if there is none. */
    synchronized String sum() {
        return profiles.entrySet().stream()
                .map(each -> each.getValue().inside(each.getKey()))
                .reduce(MemoryProfile::plus)
                .map(MemoryProfile::text)
                .orElse("");
    }
}
