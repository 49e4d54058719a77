package io.stepprofiler.handlers.stacks;

import io.stepprofiler.analysis.stacktree.MomentStacks;
import io.stepprofiler.analysis.stacktree.Placement;
import io.stepprofiler.analysis.stacktree.ScopeStacks;
import io.stepprofiler.analysis.stacktree.StackPlaces;
import io.stepprofiler.analysis.stacktree.StackTree;
import io.stepprofiler.analysis.stacktree.StepsOfTrack;
import io.stepprofiler.handlers.stacks.StackMetric.StackFrames;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;

/** Finds the place of events and moments in a tree of stacks whose frames are of a chosen kind. */
final class EventStacks implements Placement {
    private static final int NOWHERE = StackPlaces.NOWHERE;

    private final Trace trace;
    private final StackFrames kind;
    private final StackPlaces places;

    EventStacks(Trace trace, StackFrames kind, StackPlaces places) {
        this.trace = trace;
        this.kind = kind;
        this.places = places;
    }

    @Override
    public int[] ofEvents(Track track) {
        return switch (kind) {
            case CALLS -> byCalls(track);
            case SCOPES -> new ScopeStacks(places, track, ofTrack(track), StepsOfTrack.none()).places();
            case SCOPES_AND_CALLS -> byScopesAndCalls(track);
        };
    }

    private int[] byCalls(Track track) {
        int[] found = Nesting.finishedParents(track);
        for (int i = 0; i < found.length; i++) {
            if (track.isUnfinished(i)) {
                found[i] = NOWHERE;
                continue;
            }
            int around = found[i] == Nesting.ROOT ? NOWHERE : found[found[i]];
            int calls = places.ofStack(track.stackId(i));
            found[i] = places.inside(calls == NOWHERE ? around : calls, track.nameId(i));
        }
        return found;
    }

    private int[] byScopesAndCalls(Track track) {
        ScopeStacks scopes = new ScopeStacks(places, track, ofTrack(track), StepsOfTrack.of(trace, track.id()));
        int[] found = scopes.places().clone();
        for (int i = 0; i < found.length; i++) {
            if (found[i] != NOWHERE && track.stackId(i) >= 0) {
                found[i] = places.inside(places.withStack(scopes.around()[i], track.stackId(i)), track.nameId(i));
            }
        }
        return found;
    }

    /** With {@link StackFrames#CALLS}, a sample has its own call stack only. */
    @Override
    public Moments ofSamples(Track track) {
        return kind == StackFrames.CALLS ? (nanos, stackId) -> places.ofStack(stackId) : ofMoments(track);
    }

    /** With {@link StackFrames#CALLS}, an allocation is placed inside its innermost event, if that has a place. */
    @Override
    public Moments ofAllocations(Track track) {
        if (kind != StackFrames.CALLS) {
            return ofMoments(track);
        }
        Nesting nesting = Nesting.ofFinished(track);
        int[] ofEvents = ofEvents(track);
        return (nanos, stackId) -> {
            int event = nesting.innermostAt(nanos);
            int place = event == Nesting.ROOT ? NOWHERE : ofEvents[event];
            return place == NOWHERE ? places.ofStack(stackId) : place;
        };
    }

    private Moments ofMoments(Track track) {
        boolean withCalls = kind == StackFrames.SCOPES_AND_CALLS;
        return new MomentStacks(
                places,
                withCalls,
                track,
                ofTrack(track),
                withCalls ? StepsOfTrack.of(trace, track.id()) : StepsOfTrack.none());
    }

    /** The place of moments outside any event of a track. */
    private int ofTrack(Track track) {
        return places.inside(StackTree.EMPTY, track.name());
    }
}
