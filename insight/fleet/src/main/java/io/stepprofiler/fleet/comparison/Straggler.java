package io.stepprofiler.fleet.comparison;

import io.stepprofiler.fleet.ranks.ExcessCause;
import io.stepprofiler.fleet.ranks.PlaceLevel;
import java.util.List;

/**
 * A rank, host or rack that is slower than its peers all the time. Times are nanoseconds a step.
 *
 * @param level the level
 * @param name number of the rank, or name of the host or rack
 * @param ranks numbers of its ranks
 * @param certainty the certainty
 * @param probability the probability of such positions among the peers by chance, before the correction for the number
 *     of tests
 * @param excessNanos its time above the peers' median, in at least half of the windows
 * @param excess the same as a part of the peers' median
 * @param recurrence part of the steps in which it is clearly the last
 * @param gainNanos gain of a mean step if it were as fast as the others; gains overlap and are never added
 * @param gain the same as a part of the step
 * @param cause the cause
 * @param partOf name of the straggler that it is a part of, such as its host; empty if there is none
 */
public record Straggler(
        PlaceLevel level,
        String name,
        List<Integer> ranks,
        Certainty certainty,
        double probability,
        long excessNanos,
        double excess,
        double recurrence,
        long gainNanos,
        double gain,
        ExcessCause cause,
        String partOf) {
    private static final double WARNING_GAIN = 0.005;

    /** Certainty of a finding. */
    public enum Certainty {
        /** There are fewer than 20 steps. */
        SUSPECTED,
        /** There are enough steps. */
        SURE
    }

    /** Copies the ranks. */
    public Straggler {
        ranks = List.copyOf(ranks);
    }

    /** {@return whether its repair is worth the effort: it is sure, and its gain is at least 0.5 % of the step} */
    public boolean isWarning() {
        return certainty == Certainty.SURE && partOf.isEmpty() && gain >= WARNING_GAIN;
    }
}
