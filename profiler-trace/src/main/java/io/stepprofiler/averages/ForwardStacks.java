package io.stepprofiler.averages;

import io.stepprofiler.frameworks.PyTorch;
import io.stepprofiler.nesting.ForwardBackward;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.Arrays;
import java.util.IdentityHashMap;

/**
 * The call stacks of forward operations, for their backward operations and all events inside these, as in PyTorch: the
 * engine calls them, mostly on other threads.
 */
final class ForwardStacks {
    static final ForwardStacks NONE = new ForwardStacks();

    /** For the events of a track the stacks of their forward operations; -1 for none. */
    private final IdentityHashMap<Track, int[]> byTrack = new IdentityHashMap<>();

    private ForwardStacks() {}

    /** The forward stacks of a trace. */
    static ForwardStacks of(Trace trace) {
        if (trace.stackCount() == 0) {
            return NONE;
        }
        ForwardStacks result = new ForwardStacks();
        for (ForwardBackward.Link link : ForwardBackward.links(trace)) {
            Track backward = trace.tracks().get(link.backward().track());
            Track forward = trace.tracks().get(link.forward().track());
            result.stacks(backward)[link.backward().event()] =
                    forward.stackId(link.forward().event());
        }
        result.byTrack.forEach(ForwardStacks::passOn);
        return result;
    }

    /** Passes the stacks of backward functions on to the events inside; the engine's own events keep theirs. */
    private static void passOn(Track track, int[] stacks) {
        int[] parents = Nesting.parents(track);
        for (int i = 0; i < stacks.length; i++) {
            if (isOfEngine(track, i)) {
                stacks[i] = track.stackId(i) >= 0 ? track.stackId(i) : stacks[i];
            } else if (stacks[i] < 0 && parents[i] != Nesting.ROOT && !isOfEngine(track, parents[i])) {
                stacks[i] = stacks[parents[i]];
            }
        }
    }

    private static boolean isOfEngine(Track track, int event) {
        return track.eventName(event).startsWith(PyTorch.EVALUATION_PREFIX);
    }

    /** The stack of the forward operation of an event, or else its own; -1 if there is none. */
    int stackOf(Track track, int event) {
        int[] forward = byTrack.get(track);
        return forward == null || forward[event] < 0 ? track.stackId(event) : forward[event];
    }

    private int[] stacks(Track track) {
        return byTrack.computeIfAbsent(track, key -> {
            int[] none = new int[track.size()];
            Arrays.fill(none, -1);
            return none;
        });
    }
}
