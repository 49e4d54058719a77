package io.stepprofiler.analysis.stacktree;

import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.Track;

/** Places of moments of one track, such as samples, inside the names of the events and steps around them. */
public final class MomentStacks implements Placement.Moments {
    private final StackPlaces stacks;
    private final boolean withCalls;
    private final Nesting nesting;
    private final StepsOfTrack steps;
    private final ScopeStacks scopes;

    /**
     * Begins before the first event of a track.
     *
     * @param stacks the places in the tree of stacks
     * @param withCalls whether the call stack is added inside the names
     * @param track the track
     * @param outermost the place of moments outside all events and steps
     * @param steps the steps of the track
     */
    public MomentStacks(StackPlaces stacks, boolean withCalls, Track track, int outermost, StepsOfTrack steps) {
        this.stacks = stacks;
        this.withCalls = withCalls;
        this.steps = steps;
        nesting = Nesting.ofFinished(track);
        scopes = new ScopeStacks(stacks, track, outermost, steps);
    }

    @Override
    public int at(long nanos, int stackId) {
        int place = scopes.inside(nesting.innermostAt(nanos), steps.at(nanos));
        return withCalls ? stacks.withStack(place, stackId) : place;
    }
}
