package io.stepprofiler.handlers.stacks;

import io.stepprofiler.trace.Nesting;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.Arrays;
import java.util.List;

/** Finds the place of events in a tree of stacks. */
final class EventStacks {
    /** The place of what has no stack. */
    static final int NOWHERE = -1;

    private final Trace trace;
    private final StackFrames kind;
    private final FrameTable frames;
    private final StackTree tree;
    private final int[] byStackId;

    EventStacks(Trace trace, StackFrames kind, FrameTable frames, StackTree tree) {
        this.trace = trace;
        this.kind = kind;
        this.frames = frames;
        this.tree = tree;
        byStackId = new int[trace.stackCount()];
        Arrays.fill(byStackId, NOWHERE);
    }

    /** The places of all events of a track; nowhere for those without an end, which are in nobody's stack either. */
    int[] ofEvents(Track track) {
        // A parent comes before its children, so that its place is known when theirs are looked for.
        int[] places = Nesting.finishedParents(track);
        int outermost = ofTrack(track.name());
        for (int i = 0; i < places.length; i++) {
            if (track.isUnfinished(i)) {
                places[i] = NOWHERE;
                continue;
            }
            int around = places[i] == Nesting.ROOT ? outermost : places[places[i]];
            int stack = track.stackId(i);
            int calls = kind == StackFrames.CALLS && stack >= 0 ? ofStack(stack) : NOWHERE;
            places[i] = inside(calls == NOWHERE ? around : calls, track.nameId(i));
        }
        return places;
    }

    /** The place of what is on a track and in no event. */
    int ofTrack(String name) {
        return kind == StackFrames.SCOPES ? tree.child(StackTree.EMPTY, frames.named(name)) : NOWHERE;
    }

    /** The place of an event at a place. */
    int inside(int around, int nameId) {
        return around == NOWHERE ? NOWHERE : tree.child(around, frames.ofEvent(nameId));
    }

    /** The place of a recorded call stack; nowhere if it has no frame. */
    int ofStack(int stackId) {
        int place = byStackId[stackId];
        List<StackTraceElement> calls = trace.stack(stackId);
        if (place == NOWHERE && !calls.isEmpty()) {
            place = StackTree.EMPTY;
            for (int i = calls.size() - 1; i >= 0; i--) {
                place = tree.child(place, frames.ofCall(calls.get(i)));
            }
            byStackId[stackId] = place;
        }
        return place;
    }
}
