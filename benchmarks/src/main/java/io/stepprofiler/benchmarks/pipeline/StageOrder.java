package io.stepprofiler.benchmarks.pipeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Dependencies of a stage's computations, collectives and final operations on each other. A stage has one stream of
 * computations, one of collectives, and one of each kind of transfer; operations of a stream run in their recorded
 * order.
 */
final class StageOrder {
    private final StageNodes nodes;
    private final Dependencies dependencies;

    StageOrder(StageNodes nodes, Dependencies dependencies) {
        this.nodes = nodes;
        this.dependencies = dependencies;
    }

    /**
     * Adds the dependencies.
     *
     * @param isOverlapped true if the program reduces gradients while the backward pass runs
     */
    void add(boolean isOverlapped) {
        dependencies.chain(List.of(), nodes.computes());
        for (PipelinePass pass : PipelinePass.values()) {
            dependencies.chain(List.of(), nodes.of(pass.send()));
            dependencies.chain(List.of(), nodes.of(pass.receive()));
        }
        dependencies.chain(List.of(), nodes.of(PipelineKind.GATHER, PipelineKind.SCATTER));
        addGathers();
        addFirstBackwardTransfers();
        if (isOverlapped) {
            addScatters();
        }
        addEnd(isOverlapped);
    }

    /** The first forward computation of a model chunk needs the last gather of its parameters. */
    private void addGathers() {
        List<PipelineNode> gathers = new ArrayList<>(nodes.of(PipelineKind.GATHER));
        gathers.sort(Comparator.comparingInt(PipelineNode::number).reversed());
        for (PipelineNode gather : oneOfEachChunk(gathers)) {
            ofChunk(PipelineKind.FORWARD, gather)
                    .min(Comparator.comparingLong(PipelineNode::start))
                    .ifPresent(compute -> dependencies.add(compute, gather));
        }
    }

    /** The first reduce-scatter of a model chunk needs its last backward computation. */
    private void addScatters() {
        for (PipelineNode scatter : oneOfEachChunk(nodes.of(PipelineKind.SCATTER))) {
            ofChunk(PipelineKind.BACKWARD, scatter)
                    .max(Comparator.comparingLong(PipelineNode::end))
                    .ifPresent(compute -> dependencies.add(scatter, compute));
        }
    }

    private static List<PipelineNode> oneOfEachChunk(List<PipelineNode> ordered) {
        Set<Integer> chunks = new HashSet<>();
        return ordered.stream().filter(node -> chunks.add(node.model().chunk())).toList();
    }

    private Stream<PipelineNode> ofChunk(PipelineKind kind, PipelineNode collective) {
        return nodes.of(kind).stream()
                .filter(node -> node.model().chunk() == collective.model().chunk());
    }

    /** The program posts its first backward transfers before the last forward computation of the warm-up. */
    private void addFirstBackwardTransfers() {
        List<PipelineNode> computes = nodes.computes();
        int first = 0;
        while (first < computes.size() && computes.get(first).kind() != PipelineKind.BACKWARD) {
            first++;
        }
        if (first < 2 || first == computes.size()) {
            return;
        }
        PipelineNode posted = computes.get(first - 2);
        for (PipelineKind kind : List.of(PipelineKind.BACKWARD_RECEIVE, PipelineKind.BACKWARD_SEND)) {
            nodes.of(kind).stream().findFirst().ifPresent(transfer -> dependencies.add(transfer, posted));
        }
    }

    private void addEnd(boolean isOverlapped) {
        Optional<PipelineNode> lastCompute = nodes.computes().stream().max(Comparator.comparingLong(PipelineNode::end));
        List<PipelineNode> ended = new ArrayList<>(lastCompute.stream().toList());
        List<PipelineNode> collections = nodes.of(PipelineKind.COLLECTION);
        dependencies.chain(ended, collections);
        if (!collections.isEmpty()) {
            ended = new ArrayList<>(collections.subList(collections.size() - 1, collections.size()));
        }
        List<PipelineNode> scatters = nodes.of(PipelineKind.SCATTER);
        if (isOverlapped && !scatters.isEmpty()) {
            ended.add(scatters.get(scatters.size() - 1));
        }
        List<PipelineNode> chain = new ArrayList<>();
        chain.addAll(nodes.of(PipelineKind.NORM_REDUCE));
        chain.addAll(nodes.of(PipelineKind.EMBEDDING_REDUCE));
        chain.addAll(isOverlapped ? nodes.of(PipelineKind.SEPARATE_REDUCE) : scatters);
        chain.addAll(nodes.of(PipelineKind.CLIP));
        chain.addAll(nodes.of(PipelineKind.OPTIMIZER));
        dependencies.chain(ended, chain);
    }
}
