package io.stepprofiler.benchmarks.pipeline;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The nodes of one stage, by kind and by start. */
final class StageNodes {
    private static final Comparator<PipelineNode> BY_START = Comparator.comparingLong(PipelineNode::start)
            .thenComparingInt(PipelineNode::number)
            .thenComparing(node -> node.kind().label());

    private final Map<PipelineKind, List<PipelineNode>> byKind = new EnumMap<>(PipelineKind.class);

    StageNodes(List<PipelineNode> nodes) {
        for (PipelineKind kind : PipelineKind.values()) {
            byKind.put(kind, nodes.stream().filter(node -> node.kind() == kind).toList());
        }
    }

    /** Returns the nodes of a kind, by number. */
    List<PipelineNode> of(PipelineKind kind) {
        return byKind.getOrDefault(kind, List.of());
    }

    /** Returns the nodes of two kinds, by start. */
    List<PipelineNode> of(PipelineKind first, PipelineKind second) {
        return Stream.concat(of(first).stream(), of(second).stream())
                .sorted(BY_START)
                .toList();
    }

    List<PipelineNode> computes() {
        return of(PipelineKind.FORWARD, PipelineKind.BACKWARD);
    }
}
