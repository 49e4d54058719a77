package io.stepprofiler.handlers.stacks;

import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.Track;

/** The places of the events of one track by the names and steps around them, each inside what began before it. */
final class ScopeStacks {
    private final EventStacks stacks;
    private final int outermost;
    private final StepsOfTrack steps;
    private final int[] around;
    private final int[] places;
    private final int[] stepsAtStart;

    /** {@code outermost} is the place of what is in no event and no step. */
    ScopeStacks(EventStacks stacks, Track track, int outermost, StepsOfTrack steps) {
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
            around[i] = track.isUnfinished(i) ? EventStacks.NOWHERE : inside(parents[i], stepsAtStart[i]);
            places[i] = stacks.inside(around[i], track.nameId(i));
        }
    }

    /** The place of what happens in a step and innermost in an event; either may be {@link Nesting#ROOT}, none. */
    int inside(int event, int step) {
        int place = event == Nesting.ROOT ? outermost : places[event];
        boolean isAround = event != Nesting.ROOT && stepsAtStart[event] == step;
        return step == StepsOfTrack.NONE || isAround ? place : stacks.inside(place, steps.name(step));
    }

    /** The places around the events; nowhere for those without an end. */
    int[] around() {
        return around;
    }

    /** The places of the events; nowhere for those without an end. */
    int[] places() {
        return places;
    }
}
