package io.stepprofiler.analysis.flame;

import io.stepprofiler.analysis.stacktree.StackTree;
import java.util.Arrays;

/** Copies of the stacks of one tree in another, each made on first use. */
final class CopiedStacks {
    private final StackTree from;
    private final StackTree into;
    /**
     * Copies by the number of the stack in the first tree; the empty stack, which is the same in both, marks a missing
     * copy.
     */
    private int[] known = new int[64];

    CopiedStacks(StackTree from, StackTree into) {
        this.from = from;
        this.into = into;
    }

    /** Returns the number of the copy of a stack of the first tree. */
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
