package io.stepprofiler.averages;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The call stacks of forward operations, for their backward operations, which run on threads that know nothing of them.
 *
 * <p>Links operations as {@link io.stepprofiler.trace.ForwardBackward} does, without an object for each.
 */
final class ForwardStacks {
    static final ForwardStacks NONE = new ForwardStacks();

    private final Map<Long, Stacks> byTrack = new HashMap<>();

    private ForwardStacks() {}

    /** The forward stacks of a trace; none if no backward operation lacks a stack. */
    static ForwardStacks of(Trace trace) {
        if (trace.stackCount() == 0 || trace.tracks().stream().noneMatch(ForwardStacks::lacksStacks)) {
            return NONE;
        }
        ForwardStacks result = new ForwardStacks();
        trace.tracks().stream()
                .filter(Track::hasSequenceNumbers)
                .forEach(track -> result.byTrack.put(track.id(), new Stacks(track)));
        return result;
    }

    /** The stack of an event: its own, or that of its forward operation; -1 if there is none. */
    int stackOf(Track track, int event) {
        int own = track.stackId(event);
        if (own >= 0 || track.forwardThread(event) < 0) {
            return own;
        }
        Stacks stacks = byTrack.get(track.forwardThread(event));
        return stacks == null ? -1 : stacks.of(track.sequenceNumber(event));
    }

    private static boolean lacksStacks(Track track) {
        for (int i = 0; track.hasSequenceNumbers() && i < track.size(); i++) {
            if (track.forwardThread(i) >= 0 && track.stackId(i) < 0) {
                return true;
            }
        }
        return false;
    }

    /** The stacks of the forward operations of one track by sequence number; the operation that began last counts. */
    private static final class Stacks {
        private final LongIds sequences = new LongIds();
        private int[] stackIds = new int[16];

        Stacks(Track track) {
            for (int i = 0; i < track.size(); i++) {
                long sequence = track.sequenceNumber(i);
                if (sequence >= 0 && track.forwardThread(i) < 0) {
                    int id = sequences.idOf(sequence);
                    if (id == stackIds.length) {
                        stackIds = Arrays.copyOf(stackIds, id * 2);
                    }
                    stackIds[id] = track.stackId(i);
                }
            }
        }

        int of(long sequence) {
            int id = sequences.find(sequence);
            return id < 0 ? -1 : stackIds[id];
        }
    }
}
