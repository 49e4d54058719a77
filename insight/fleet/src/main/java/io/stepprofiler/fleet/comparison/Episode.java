package io.stepprofiler.fleet.comparison;

import io.stepprofiler.fleet.ranks.ExcessCause;
import io.stepprofiler.fleet.ranks.PlaceLevel;
import java.util.List;

/**
 * Steps in which a rank, or all ranks of a host, take longer than their peers, unlike in its other steps. Times are
 * nanoseconds.
 *
 * @param level whether it is of a rank or of a host
 * @param name number of the rank, or name of the host
 * @param ranks numbers of its ranks
 * @param firstStep number of the first step
 * @param lastStep number of the last step
 * @param steps number of compared steps
 * @param isToTheEnd whether the last step is the last compared one
 * @param excessNanos time above the peers' median, in a typical step; of few steps, in all of them
 * @param excess the same as a part of the peers' median of a step
 * @param cost the time above the peers' medians in all its steps, as a part of the run; at most this can be gained
 * @param cause the cause
 */
public record Episode(
        PlaceLevel level,
        String name,
        List<Integer> ranks,
        long firstStep,
        long lastStep,
        int steps,
        boolean isToTheEnd,
        long excessNanos,
        double excess,
        double cost,
        ExcessCause cause) {
    /** Fewest steps that can be replicated; shorter episodes are single steps. */
    static final int FEWEST_STEPS = 20;

    private static final double LEAST_COST = 0.02;

    /** Copies the ranks. */
    public Episode {
        ranks = List.copyOf(ranks);
    }

    /** {@return whether it is of single steps, not of a time in which all steps are longer} */
    public boolean isSingle() {
        return steps < FEWEST_STEPS;
    }

    /** {@return whether it is a finding: it comes back in many steps, or costs much of the run} */
    public boolean isFinding() {
        return !isSingle() || cost >= LEAST_COST;
    }
}
