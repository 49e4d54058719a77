package io.stepprofiler.handlers.pprof;

import io.stepprofiler.analysis.stacktree.MomentStacks;
import io.stepprofiler.analysis.stacktree.Placement;
import io.stepprofiler.analysis.stacktree.ScopeStacks;
import io.stepprofiler.analysis.stacktree.StackPlaces;
import io.stepprofiler.analysis.stacktree.StepsOfTrack;
import io.stepprofiler.trace.Track;
import java.util.function.ToIntFunction;

/**
 * Events stand inside the names of the events around them, moments inside these with their own call stack.
 *
 * <p>Call stacks of events are left out: an event with one would not stand where its parent's other children do.
 */
final class CallPaths implements Placement {
    private final StackPlaces places;
    private final ToIntFunction<Track> root;

    /** {@code root} is the place of what is on a track and in no event. */
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
