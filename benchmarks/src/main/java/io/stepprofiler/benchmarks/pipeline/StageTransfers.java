package io.stepprofiler.benchmarks.pipeline;

import java.util.ArrayList;
import java.util.List;

/**
 * Transfers of a stage, each with the computation that it serves: the i-th receive brings the input of the i-th
 * computation of its pass, and the i-th send takes its result away. Programs record transfers without a partner, too,
 * at the ends of the pipeline; these serve no computation of another stage.
 */
final class StageTransfers {
    /** Transfers that pass a computation by less are in its order, in spite of the clocks of the two streams. */
    private static final long TOLERANCE_NANOS = 50_000;

    private final StageNodes nodes;
    private final Dependencies dependencies;
    private final int stages;
    private final int chunks;

    StageTransfers(StageNodes nodes, Dependencies dependencies, int stages, int chunks) {
        this.nodes = nodes;
        this.dependencies = dependencies;
        this.stages = stages;
        this.chunks = chunks;
    }

    /**
     * Adds the dependencies between the sends of a pass and its computations.
     *
     * @return the sends with a partner, in order
     */
    List<PipelineNode> addSends(PipelinePass pass) throws RefusedGraph {
        List<PipelineNode> computes = nodes.of(pass.compute());
        long firstEnd = computes.stream().mapToLong(PipelineNode::end).min().orElse(Long.MAX_VALUE);
        List<PipelineNode> sends = nodes.of(pass.send()).stream()
                .filter(send -> send.end() >= firstEnd - TOLERANCE_NANOS)
                .toList();
        checkCount(sends, computes);
        List<PipelineNode> matched = new ArrayList<>();
        for (int i = 0; i < sends.size(); i++) {
            dependencies.add(sends.get(i), computes.get(i));
            if (hasPartner(computes.get(i), pass.towards())) {
                matched.add(sends.get(i));
            }
        }
        return matched;
    }

    /**
     * Adds the dependencies between the receives of a pass and its computations.
     *
     * @return the receives with a partner, in order
     */
    List<PipelineNode> addReceives(PipelinePass pass) throws RefusedGraph {
        List<PipelineNode> computes = nodes.of(pass.compute());
        long lastStart = computes.stream().mapToLong(PipelineNode::start).max().orElse(Long.MIN_VALUE);
        List<PipelineNode> receives = nodes.of(pass.receive()).stream()
                .filter(receive -> receive.start() - TOLERANCE_NANOS <= lastStart)
                .toList();
        checkCount(receives, computes);
        // The first computation of the first stage may have no receive at all.
        int skipped = computes.size() - receives.size();
        List<PipelineNode> matched = new ArrayList<>();
        for (int i = 0; i < receives.size(); i++) {
            PipelineNode receive = receives.get(i);
            PipelineNode compute = computes.get(i + skipped);
            dependencies.add(compute, receive);
            if (compute.number() > 0) {
                dependencies.add(receive, computes.get(compute.number() - 1));
            }
            if (hasPartner(compute, -pass.towards())) {
                matched.add(receive);
            }
        }
        return matched;
    }

    private static void checkCount(List<PipelineNode> transfers, List<PipelineNode> computes) throws RefusedGraph {
        int missing = computes.size() - transfers.size();
        if (!transfers.isEmpty() && missing != 0 && missing != 1) {
            throw new RefusedGraph(
                    GraphRefusal.Reason.UNMATCHED_TRANSFERS,
                    transfers.size() + " " + transfers.get(0).kind().label() + " for " + computes.size()
                            + " computations of stage " + transfers.get(0).stage());
        }
    }

    /** Returns true if the model chunk in the given direction exists: the model's chunks go around the stages. */
    private boolean hasPartner(PipelineNode compute, int direction) {
        int partner = compute.model().chunk() * stages + compute.stage() + direction;
        return partner >= 0 && partner < chunks * stages;
    }
}
