package io.stepprofiler.analysis.stacktree;

import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.Track;

/** Places of the events of one track, inside the names and steps around them in the order of their starts. */
public final class ScopeStacks {
    private final StackPlaces stacks;
    private final int outermost;
    private final StepsOfTrack steps;
    private final int[] around;
    private final int[] places;
    private final int[] stepsAtStart;

    /**
     * Finds the places of a track's events.
     *
     * @param stacks the places in the tree of stacks
     * @param track the track
     * @param outermost the place of events outside all events and steps
     * @param steps the steps of the track
     */
    public ScopeStacks(StackPlaces stacks, Track track, int outermost, StepsOfTrack steps) {
        this.stacks = stacks;
        this.outermost = outermost;
        this.steps = steps;
        // A parent comes before its children, so that its place is known when theirs are looked for.
        int[] parents = Nesting.finishedParents(track);
        around = new int[parents.length];
        places = new int[parents.length];
        stepsAtStart = new int[parents.length];
        for (int i = 0; i < parents.length; i++) {
            stepsAtStart[i] = steps.at(track.startNanos(i));
            around[i] = track.isUnfinished(i) ? StackPlaces.NOWHERE : inside(parents[i], stepsAtStart[i]);
            places[i] = stacks.inside(around[i], track.nameId(i));
        }
    }

    /**
     * The place inside an innermost event and a step; {@link Nesting#ROOT} for no event, {@link StepsOfTrack#NONE} for
     * no step.
     */
    int inside(int event, int step) {
        int place = event == Nesting.ROOT ? outermost : places[event];
        boolean isAround = event != Nesting.ROOT && stepsAtStart[event] == step;
        return step == StepsOfTrack.NONE || isAround ? place : stacks.inside(place, steps.name(step));
    }

    /** {@return the places around the events; nowhere for unfinished events} */
    public int[] around() {
        return around;
    }

    /** {@return the places of the events; nowhere for unfinished events} */
    public int[] places() {
        return places;
    }
}
