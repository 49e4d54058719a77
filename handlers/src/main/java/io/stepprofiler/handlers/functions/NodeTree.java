package io.stepprofiler.handlers.functions;

import io.stepprofiler.analysis.functions.Apply;
import io.stepprofiler.analysis.functions.FunctionProfile;
import io.stepprofiler.text.OneLine;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The nodes of a function as a tree of the scopes and modules they are in, in the order of their execution. */
final class NodeTree {
    private final String text;
    private final @Nullable Apply node;

    /** Children by the name of the place, or by the id of the node. */
    private final Map<Object, NodeTree> children = new LinkedHashMap<>();

    private long nanos;

    private NodeTree(String text, @Nullable Apply node) {
        this.text = text;
        this.node = node;
    }

    static NodeTree of(FunctionProfile profile) {
        NodeTree root = new NodeTree(profile.name(), null);
        for (Apply apply : profile.applies()) {
            if (apply.calls() > 0) {
                NodeTree place = root;
                place.nanos += apply.nanos();
                for (String step : apply.path()) {
                    place = place.children.computeIfAbsent(step, unknown -> new NodeTree(step, null));
                    place.nanos += apply.nanos();
                }
                NodeTree leaf = new NodeTree(apply.operation().text(), apply);
                leaf.nanos = apply.nanos();
                place.children.put(apply.id(), leaf);
            }
        }
        return root;
    }

    void appendTo(StringBuilder out) {
        out.append("Nodes in the order of their execution\n-------------------------------------\n")
                .append("<% time> <total %> <total time> <#call> <id> <place>\n");
        append(out, 0, Math.max(1, nanos));
        out.append('\n');
    }

    private void append(StringBuilder out, int level, long total) {
        String share = RankedTable.format("%5.1f%%", 100.0 * nanos / total);
        out.append(RankedTable.format(
                "%8s %9s %12s %7s %4s %s%s%n",
                node == null ? "" : share,
                share,
                RankedTable.format("%7.3fs", nanos / 1e9),
                node == null ? "" : node.calls(),
                node == null ? "" : node.id(),
                "  ".repeat(level),
                OneLine.of(text)));
        children.values().forEach(child -> child.append(out, level + 1, total));
    }
}
