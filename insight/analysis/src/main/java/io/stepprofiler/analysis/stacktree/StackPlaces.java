package io.stepprofiler.analysis.stacktree;

import io.stepprofiler.trace.Trace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Places of names and call stacks of a trace in a tree of stacks. */
public final class StackPlaces {
    /** Place of an event or moment without a stack. */
    public static final int NOWHERE = -1;

    private record Calls(int place, int stackId) {}

    private final Trace trace;
    private final Frames frames;
    private final StackTree tree;
    private final Map<Calls, Integer> known = new HashMap<>();

    /**
     * Places in a tree.
     *
     * @param trace the trace with the names and call stacks
     * @param frames the numbers of the frames
     * @param tree the tree
     */
    public StackPlaces(Trace trace, Frames frames, StackTree tree) {
        this.trace = trace;
        this.frames = frames;
        this.tree = tree;
    }

    StackTree tree() {
        return tree;
    }

    /**
     * {@return the place of an event at a place}
     *
     * @param around the place around it; nowhere stays nowhere
     * @param nameId the event's name
     */
    public int inside(int around, int nameId) {
        return around == NOWHERE ? NOWHERE : tree.child(around, frames.ofEvent(nameId));
    }

    /**
     * {@return the place of something with a name at a place}
     *
     * @param around the place around it; nowhere stays nowhere
     * @param name its name
     */
    public int inside(int around, String name) {
        return around == NOWHERE ? NOWHERE : tree.child(around, frames.named(name));
    }

    /**
     * {@return the place of a recorded call stack; nowhere if it has no frame or is not known}
     *
     * @param stackId the call stack; negative if it is not known
     */
    public int ofStack(int stackId) {
        return stackId < 0 || trace.stack(stackId).isEmpty() ? NOWHERE : calls(StackTree.EMPTY, stackId);
    }

    /**
     * {@return the place of a recorded call stack at a place; that place itself if the stack is not known}
     *
     * @param around the place around it; nowhere stays nowhere
     * @param stackId the call stack; negative if it is not known
     */
    public int withStack(int around, int stackId) {
        return around == NOWHERE || stackId < 0 ? around : calls(around, stackId);
    }

    private int calls(int around, int stackId) {
        return known.computeIfAbsent(new Calls(around, stackId), calls -> {
            List<StackTraceElement> innermostFirst = trace.stack(stackId);
            int place = around;
            for (int i = innermostFirst.size() - 1; i >= 0; i--) {
                place = tree.child(place, frames.ofCall(innermostFirst.get(i)));
            }
            return place;
        });
    }
}
