package io.stepprofiler.handlers.stacks;

import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.Track;

/** Finds the place of what happens at single moments of one track, such as samples; the moments never go back. */
final class MomentStacks {
    private final EventStacks stacks;
    private final Nesting nesting;
    private final StepsOfTrack steps;
    private final ScopeStacks scopes;

    /** {@code outermost} is the place of what is in no event and no step. */
    MomentStacks(EventStacks stacks, Track track, int outermost, StepsOfTrack steps) {
        this.stacks = stacks;
        this.steps = steps;
        nesting = Nesting.ofFinished(track);
        scopes = new ScopeStacks(stacks, track, outermost, steps);
    }

    /** The place among names, and of a call stack in it, if that is wanted; a negative id stands for none. */
    int at(long nanos, int stackId) {
        return stacks.withCalls(scopes.inside(nesting.innermostAt(nanos), steps.at(nanos)), stackId);
    }
}
