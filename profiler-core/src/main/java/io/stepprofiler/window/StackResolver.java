package io.stepprofiler.window;

import io.stepprofiler.recording.StackTable;
import io.stepprofiler.trace.TraceBuilder;
import java.util.Arrays;

/** Resolver of a window's stack numbers to the stack ids of its trace; looks up each stack once. */
public final class StackResolver {
    private final StackTable stacks;
    private final TraceBuilder trace;
    private int[] ids = {};

    public StackResolver(StackTable stacks, TraceBuilder trace) {
        this.stacks = stacks;
        this.trace = trace;
    }

    int idOf(int stack) {
        if (stack >= ids.length) {
            ids = Arrays.copyOf(ids, Math.max(64, stack * 2));
        }
        if (ids[stack] == 0) {
            ids[stack] = 1 + trace.stackId(stacks.stack(stack));
        }
        return ids[stack] - 1;
    }
}
