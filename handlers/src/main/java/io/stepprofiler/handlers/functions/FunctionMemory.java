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
 * Memory profiles of functions, from the first call in each window, added up over windows. Other calls are left out,
 * because calls of one function are mostly alike and the search for the lowest peak is slow for many operations. Safe
 * on any thread.
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

    /**
     * Profiles of a window, without functions whose sizes of results are unknown, because all their figures would be 0.
     */
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

    /** Adds the profiles of a window. */
    synchronized void add(Map<String, MemoryProfile> ofTrace) {
        windows++;
        ofTrace.forEach((function, profile) -> profiles.merge(function, profile, MemoryProfile::plus));
    }

    /** True if there were windows, but none with a memory profile. */
    synchronized boolean isMissing() {
        return windows > 0 && profiles.isEmpty();
    }

    /** The profile of a function as text; empty if there is none. */
    synchronized String text(String function) {
        return Optional.ofNullable(profiles.get(function))
                .map(MemoryProfile::text)
                .orElse("");
    }

    /** The sum of all functions as text, with their operations kept apart; empty if there is none. */
    synchronized String sum() {
        return profiles.entrySet().stream()
                .map(each -> each.getValue().inside(each.getKey()))
                .reduce(MemoryProfile::plus)
                .map(MemoryProfile::text)
                .orElse("");
    }
}
