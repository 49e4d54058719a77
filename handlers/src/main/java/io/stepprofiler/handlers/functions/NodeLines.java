package io.stepprofiler.handlers.functions;

import io.stepprofiler.analysis.functions.Apply;
import io.stepprofiler.analysis.functions.FunctionProfile;
import io.stepprofiler.analysis.stacktree.StackTree;
import io.stepprofiler.analysis.stacktree.ValueNumbers;
import io.stepprofiler.text.OneLine;
import java.util.stream.IntStream;

/** The nodes of a function, inside the scopes and modules they are in, in the order of their execution. */
final class NodeLines {
    private final StackTree tree = new StackTree();
    /** Frames of the tree: names of scopes and modules, and nodes. */
    private final ValueNumbers<Object> frames = new ValueNumbers<>();

    private NodeLines(FunctionProfile profile) {
        for (Apply apply : profile.applies()) {
            if (apply.calls() > 0) {
                int place = StackTree.EMPTY;
                for (String step : apply.path()) {
                    place = tree.child(place, frames.of(step));
                }
                tree.add(tree.child(place, frames.of(apply)), apply.nanos());
            }
        }
    }

    static void append(FunctionProfile profile, StringBuilder out) {
        NodeLines lines = new NodeLines(profile);
        out.append("Nodes in the order of their execution\n-------------------------------------\n")
                .append("<% time> <total %> <total time> <#call> <id> <place>\n");
        long[] totals = lines.tree.totals();
        lines.tree.visit(IntStream.range(1, totals.length).toArray(), (node, outerLevel) -> {
            int level = outerLevel + 1;
            Object frame = node == StackTree.EMPTY ? profile.name() : lines.frames.get(lines.tree.frame(node));
            append(out, level, frame, totals[node], Math.max(1, totals[StackTree.EMPTY]));
            return level;
        });
        out.append('\n');
    }

    private static void append(StringBuilder out, int level, Object frame, long nanos, long total) {
        Apply node = frame instanceof Apply apply ? apply : null;
        String share = RankedTable.format("%5.1f%%", 100.0 * nanos / total);
        out.append(RankedTable.format(
                "%8s %9s %12s %7s %4s %s%s%n",
                node == null ? "" : share,
                share,
                RankedTable.format("%7.3fs", nanos / 1e9),
                node == null ? "" : node.calls(),
                node == null ? "" : node.id(),
                "  ".repeat(level),
                OneLine.of(node == null ? frame.toString() : node.operation().text())));
    }
}
