package io.stepprofiler.analysis.flame;

import io.stepprofiler.analysis.stacktree.StackTree;
import java.util.Arrays;

/** The stacks of one tree in another, where each is made when it is asked for first. */
final class CopiedStacks {
    private final StackTree from;
    private final StackTree into;
    /** By the number of the stack in the first tree; the empty one, which is the same in both, where it is not known. */
    private int[] known = new int[64];

    CopiedStacks(StackTree from, StackTree into) {
        this.from = from;
        this.into = into;
    }

    /** The number that a stack of the first tree has in the other. */
    int of(int stack) {
        if (stack >= known.length) {
            known = Arrays.copyOf(known, Math.max(from.size(), 2 * known.length));
        }
        if (known[stack] == StackTree.EMPTY && stack != StackTree.EMPTY) {
            int copied = StackTree.EMPTY;
            for (int frame : from.path(stack)) {
                copied = into.child(copied, frame);
            }
            known[stack] = copied;
        }
        return known[stack];
    }
}
