package io.stepprofiler.analysis.functions;

import io.stepprofiler.analysis.functions.FunctionProfile.CallTotals;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The profile of a function while it is being summed up. */
final class FunctionSums {
    private final int maxNodes;
    private final Map<ApplyIdentity, NodeSums> nodes = new LinkedHashMap<>();
    private CallTotals calls = CallTotals.NONE;
    private CompileTime compile = CompileTime.NONE;

    /** Beyond {@code maxNodes}, further nodes are summed up by name. */
    FunctionSums(int maxNodes) {
        this.maxNodes = maxNodes;
    }

    NodeSums of(ApplyIdentity node) {
        NodeSums known = nodes.get(node);
        if (known != null) {
            return known;
        }
        ApplyIdentity kept = nodes.size() < maxNodes
                ? node
                : new ApplyIdentity(node.operation().withAnything(), List.of(), "", ApplyIdentity.FURTHER);
        return nodes.computeIfAbsent(kept, unknown -> new NodeSums(unknown, nodes.size()));
    }

    void add(CallTotals more) {
        calls = calls.plus(more);
    }

    void add(CompileTime more) {
        compile = compile.plus(more);
    }

    FunctionSums plus(FunctionProfile profile) {
        add(profile.calls());
        add(profile.compile());
        profile.applies().forEach(apply -> of(apply.node()).add(apply));
        return this;
    }

    boolean hasCalls() {
        return calls.count() + calls.ignored() > 0;
    }

    FunctionProfile profile(String name) {
        return new FunctionProfile(
                name,
                calls,
                compile,
                nodes.values().stream().map(NodeSums::apply).toList());
    }
}
