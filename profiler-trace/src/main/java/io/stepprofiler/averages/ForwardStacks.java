package io.stepprofiler.averages;

import io.stepprofiler.nesting.ForwardBackward;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.Arrays;
import java.util.IdentityHashMap;

/** The call stacks of forward operations, for their backward operations, which run on other threads. */
final class ForwardStacks {
    static final ForwardStacks NONE = new ForwardStacks();

    /** For the events of a track the stacks of their forward operations; -1 for none. */
    private final IdentityHashMap<Track, int[]> byTrack = new IdentityHashMap<>();

    private ForwardStacks() {}

    /** The forward stacks of a trace; none if no backward operation lacks a stack. */
    static ForwardStacks of(Trace trace) {
        if (trace.stackCount() == 0 || trace.tracks().stream().noneMatch(ForwardStacks::lacksStacks)) {
            return NONE;
        }
        ForwardStacks result = new ForwardStacks();
        for (ForwardBackward.Link link : ForwardBackward.links(trace)) {
            Track backward = trace.tracks().get(link.backward().track());
            Track forward = trace.tracks().get(link.forward().track());
            result.stacks(backward)[link.backward().event()] =
                    forward.stackId(link.forward().event());
        }
        return result;
    }

    /** The stack of an event or else of its forward operation; -1 if there is none. */
    int stackOf(Track track, int event) {
        int own = track.stackId(event);
        int[] forward = own >= 0 ? null : byTrack.get(track);
        return forward == null ? own : forward[event];
    }

    private int[] stacks(Track track) {
        return byTrack.computeIfAbsent(track, key -> {
            int[] none = new int[track.size()];
            Arrays.fill(none, -1);
            return none;
        });
    }

    private static boolean lacksStacks(Track track) {
        for (int i = 0; track.hasSequenceNumbers() && i < track.size(); i++) {
            if (track.forwardThread(i) >= 0 && track.stackId(i) < 0) {
                return true;
            }
        }
        return false;
    }
}
