package io.stepprofiler.benchmarks.pipeline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;

/**
 * Dependencies of the operations of a step: the nodes that must have ended before a node starts, and the nodes that
 * meet. The work of nodes that meet begins when the last of them has started. A node that meets no other is a group of
 * its own.
 */
final class PipelineGraph {
    private final int[][] before;
    private final List<int[]> groups;

    private PipelineGraph(int[][] before, List<int[]> groups) {
        this.before = before;
        this.groups = groups;
    }

    /** Returns the graph of nodes that come from one step of one copy. */
    static PipelineGraph of(List<PipelineNode> nodes) throws RefusedGraph {
        Dependencies dependencies = new Dependencies(nodes.size());
        int stages = 1 + nodes.stream().mapToInt(PipelineNode::stage).max().orElse(0);
        int chunks =
                1 + nodes.stream().mapToInt(node -> node.model().chunk()).max().orElse(0);
        boolean isOverlapped = nodes.stream().anyMatch(node -> node.kind() == PipelineKind.SEPARATE_REDUCE);
        List<StageTransfers> transfers = new ArrayList<>();
        for (int stage = 0; stage < stages; stage++) {
            int number = stage;
            StageNodes ofStage = new StageNodes(
                    nodes.stream().filter(node -> node.stage() == number).toList());
            new StageOrder(ofStage, dependencies).add(isOverlapped);
            transfers.add(new StageTransfers(ofStage, dependencies, stages, chunks));
        }
        int[] meeting = new int[nodes.size()];
        Arrays.setAll(meeting, node -> node);
        for (PipelinePass pass : PipelinePass.values()) {
            joinPairs(pass, transfers, meeting);
        }
        joinStages(nodes, meeting);
        return new PipelineGraph(dependencies.toArray(), groups(meeting)).inOrder(nodes);
    }

    private static void joinPairs(PipelinePass pass, List<StageTransfers> transfers, int[] meeting)
            throws RefusedGraph {
        int stages = transfers.size();
        List<List<PipelineNode>> receives = new ArrayList<>();
        for (StageTransfers each : transfers) {
            receives.add(each.addReceives(pass));
        }
        for (int stage = 0; stage < stages; stage++) {
            int receiver = Math.floorMod(stage + pass.towards(), stages);
            List<PipelineNode> sent = transfers.get(stage).addSends(pass);
            List<PipelineNode> received = receives.get(receiver);
            if (sent.size() != received.size()) {
                throw new RefusedGraph(
                        GraphRefusal.Reason.UNMATCHED_TRANSFERS,
                        sent.size() + " " + pass.send().label() + " of stage " + stage + ", " + received.size() + " "
                                + pass.receive().label() + " of stage " + receiver);
            }
            for (int i = 0; i < sent.size(); i++) {
                meeting[received.get(i).index()] = sent.get(i).index();
            }
        }
    }

    private static void joinStages(List<PipelineNode> nodes, int[] meeting) {
        Map<String, Integer> first = new TreeMap<>();
        for (PipelineNode node : nodes) {
            if (node.kind().isAcrossStages()) {
                meeting[node.index()] = first.computeIfAbsent(node.kind() + " " + node.number(), any -> node.index());
            }
        }
    }

    private static List<int[]> groups(int[] meeting) {
        Map<Integer, List<Integer>> groups = new TreeMap<>();
        for (int node = 0; node < meeting.length; node++) {
            groups.computeIfAbsent(meeting[node], any -> new ArrayList<>()).add(node);
        }
        return groups.values().stream()
                .map(each -> each.stream().mapToInt(Integer::intValue).toArray())
                .toList();
    }

    /** Returns this graph with its groups in an order in which each has all that its nodes need before it. */
    private PipelineGraph inOrder(List<PipelineNode> nodes) throws RefusedGraph {
        int[] groupOf = new int[before.length];
        int[] open = new int[groups.size()];
        List<List<Integer>> waiting = new ArrayList<>();
        for (int group = 0; group < groups.size(); group++) {
            waiting.add(new ArrayList<>());
            for (int node : groups.get(group)) {
                groupOf[node] = group;
                open[group] += before[node].length;
            }
        }
        for (int node = 0; node < before.length; node++) {
            for (int ended : before[node]) {
                waiting.get(groupOf[ended]).add(groupOf[node]);
            }
        }
        Queue<Integer> ready = new ArrayDeque<>();
        for (int group = 0; group < open.length; group++) {
            if (open[group] == 0) {
                ready.add(group);
            }
        }
        List<int[]> ordered = new ArrayList<>();
        for (Integer group = ready.poll(); group != null; group = ready.poll()) {
            ordered.add(groups.get(group));
            for (int next : waiting.get(group)) {
                open[next]--;
                if (open[next] == 0) {
                    ready.add(next);
                }
            }
        }
        if (ordered.size() < groups.size()) {
            PipelineNode stuck = nodes.stream()
                    .filter(node -> open[groupOf[node.index()]] > 0)
                    .findFirst()
                    .orElseThrow();
            throw new RefusedGraph(GraphRefusal.Reason.CIRCLE, stuck + " waits for itself");
        }
        return new PipelineGraph(before, ordered);
    }

    /** Returns the nodes that must have ended before a node starts. */
    int[] before(int node) {
        return before[node];
    }

    /** Returns the groups of nodes that meet, each after all groups that it needs. */
    List<int[]> groups() {
        return groups;
    }
}
