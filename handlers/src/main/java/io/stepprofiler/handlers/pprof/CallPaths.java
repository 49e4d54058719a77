package io.stepprofiler.handlers.pprof;

import io.stepprofiler.analysis.stacktree.MomentStacks;
import io.stepprofiler.analysis.stacktree.Placement;
import io.stepprofiler.analysis.stacktree.ScopeStacks;
import io.stepprofiler.analysis.stacktree.StackPlaces;
import io.stepprofiler.analysis.stacktree.StepsOfTrack;
import io.stepprofiler.trace.Track;
import java.util.function.ToIntFunction;

/**
 * Placement of events inside the names of their enclosing events, and of moments inside these with their own call
 * stack.
 *
 * <p>Call stacks of events are left out, because they would separate an event from its siblings.
 */
final class CallPaths implements Placement {
    private final StackPlaces places;
    private final ToIntFunction<Track> root;

    /** {@code root} gives the place of moments outside any event of a track. */
    CallPaths(StackPlaces places, ToIntFunction<Track> root) {
        this.places = places;
        this.root = root;
    }

    @Override
    public int[] ofEvents(Track track) {
        return new ScopeStacks(places, track, root.applyAsInt(track), StepsOfTrack.none()).places();
    }

    @Override
    public Moments ofSamples(Track track) {
        return new MomentStacks(places, true, track, root.applyAsInt(track), StepsOfTrack.none());
    }

    @Override
    public Moments ofAllocations(Track track) {
        return ofSamples(track);
    }
}
