package io.stepprofiler.trace;

import java.util.Arrays;
import java.util.List;

/** The ids of the events of a trace or of a slice, whose events keep the ids of the whole trace. */
final class EventIds {
    /** Ids of the first event of each track, then of the first step of the whole trace. */
    private final long[] firsts;
    /** Ids of the steps, which need not be consecutive in a slice. */
    private final long[] steps;
    /** Id of the first memory event. */
    private final long memory;

    private EventIds(long[] firsts, long[] steps, long memory) {
        this.firsts = firsts;
        this.steps = steps;
        this.memory = memory;
    }

    static EventIds of(List<Track> tracks, int stepCount) {
        long[] firsts = new long[tracks.size() + 1];
        firsts[0] = 1;
        for (int i = 0; i < tracks.size(); i++) {
            firsts[i + 1] = firsts[i] + tracks.get(i).size();
        }
        long[] steps = new long[stepCount];
        Arrays.setAll(steps, i -> firsts[tracks.size()] + i);
        return new EventIds(firsts, steps, firsts[tracks.size()] + stepCount);
    }

    /**
     * The ids of a slice.
     *
     * @param tracks indices of the slice's tracks
     * @param firstEvents index of the slice's first event on each track of the whole
     * @param partOfSteps indices of the slice's steps
     * @param firstMemory index of its first memory event
     */
    EventIds part(int[] tracks, int[] firstEvents, int[] partOfSteps, int firstMemory) {
        long[] shifted = new long[tracks.length + 1];
        Arrays.setAll(
                shifted,
                i -> i == tracks.length ? firsts[firsts.length - 1] : firsts[tracks[i]] + firstEvents[tracks[i]]);
        return new EventIds(
                shifted, Arrays.stream(partOfSteps).mapToLong(i -> steps[i]).toArray(), memory + firstMemory);
    }

    long of(int track, int event) {
        if (track < firsts.length - 1) {
            return firsts[track] + event;
        }
        return event < steps.length ? steps[event] : memory + (event - steps.length);
    }
}
