package io.stepprofiler.handlers.stacks;

import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the place of events in a tree of stacks. */
final class EventStacks {
    /** The place of what has no stack. */
    static final int NOWHERE = -1;

    private record Calls(int place, int stackId) {}

    private final Trace trace;
    private final StackFrames kind;
    private final FrameTable frames;
    private final StackTree tree;
    private final Map<Calls, Integer> known = new HashMap<>();

    EventStacks(Trace trace, StackFrames kind, FrameTable frames, StackTree tree) {
        this.trace = trace;
        this.kind = kind;
        this.frames = frames;
        this.tree = tree;
    }

    /** The places of all events of a track; nowhere for those without an end, which are in no stack either. */
    int[] ofEvents(Track track) {
        return switch (kind) {
            case CALLS -> byCalls(track);
            case SCOPES -> new ScopeStacks(this, track, ofTrack(track.name()), StepsOfTrack.none()).places();
            case SCOPES_AND_CALLS -> byScopesAndCalls(track);
        };
    }

    private int[] byCalls(Track track) {
        int[] places = Nesting.finishedParents(track);
        for (int i = 0; i < places.length; i++) {
            if (track.isUnfinished(i)) {
                places[i] = NOWHERE;
                continue;
            }
            int around = places[i] == Nesting.ROOT ? NOWHERE : places[places[i]];
            int calls = ofStack(track.stackId(i));
            places[i] = inside(calls == NOWHERE ? around : calls, track.nameId(i));
        }
        return places;
    }

    private int[] byScopesAndCalls(Track track) {
        ScopeStacks scopes = new ScopeStacks(this, track, ofTrack(track.name()), StepsOfTrack.of(trace, track.id()));
        int[] places = scopes.places().clone();
        for (int i = 0; i < places.length; i++) {
            if (places[i] != NOWHERE && track.stackId(i) >= 0) {
                places[i] = inside(withCalls(scopes.around()[i], track.stackId(i)), track.nameId(i));
            }
        }
        return places;
    }

    /** Finds places of moments of a track among the names of its events, as far as names are wanted. */
    MomentStacks ofMoments(Track track) {
        boolean hasSteps = kind == StackFrames.SCOPES_AND_CALLS;
        return new MomentStacks(
                this,
                track,
                ofTrack(track.name()),
                hasSteps ? StepsOfTrack.of(trace, track.id()) : StepsOfTrack.none());
    }

    /** The place of what is on a track and in no event. */
    int ofTrack(String name) {
        return kind == StackFrames.CALLS ? NOWHERE : inside(StackTree.EMPTY, name);
    }

    /** The place of an event at a place. */
    int inside(int around, int nameId) {
        return around == NOWHERE ? NOWHERE : tree.child(around, frames.ofEvent(nameId));
    }

    /** The place of something with a name at a place. */
    int inside(int around, String name) {
        return around == NOWHERE ? NOWHERE : tree.child(around, frames.named(name));
    }

    /** The place of a recorded call stack; nowhere if it has no frame, or is not known, its id being negative. */
    int ofStack(int stackId) {
        return stackId < 0 || trace.stack(stackId).isEmpty() ? NOWHERE : calls(StackTree.EMPTY, stackId);
    }

    /** The place of a recorded call stack inside another; that one if it is not known or calls are not wanted. */
    int withCalls(int around, int stackId) {
        return kind == StackFrames.SCOPES || around == NOWHERE || stackId < 0 ? around : calls(around, stackId);
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
