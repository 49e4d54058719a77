package io.stepprofiler.fleet.comparison;

import io.stepprofiler.fleet.ranks.ExcessCause;
import io.stepprofiler.fleet.ranks.PlaceLevel;
import java.util.List;
import java.util.function.Predicate;

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
 * @param excessNanos time by which it takes longer than its peers, in a typical step; of few steps, in all of them
 * @param excess the same as a part of the peers' usual step
 * @param isFinding whether it is a finding: far above all else in 20 steps, or at a cost of 0.5 % of the run; others are the
 *     longest single steps of the run
 * @param cost this time in all its steps, as a part of the run; at most this can be gained
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
        boolean isFinding,
        double cost,
        ExcessCause cause) {
    /** Fewest steps of a finding at any cost; shorter episodes are single steps. */
    static final int FEWEST_STEPS = 20;

    /** Smallest cost of a finding, as a part of the run. */
    static final double LEAST_COST = 0.005;

    /** Copies the ranks. */
    public Episode {
        ranks = List.copyOf(ranks);
    }

    /** Returns the findings, without single collections if several ranks have them: these are no slow ranks. */
    static List<Episode> findings(List<Episode> episodes) {
        Predicate<Episode> isPause = each -> each.isSingle() && each.cause() == ExcessCause.PAUSES;
        long paused = episodes.stream()
                .filter(isPause)
                .flatMap(each -> each.ranks().stream())
                .distinct()
                .count();
        return episodes.stream()
                .filter(each -> each.isFinding() && !(paused > 1 && isPause.test(each)))
                .toList();
    }

    /** {@return whether it is of single steps, not of a time in which all steps are longer} */
    public boolean isSingle() {
        return steps < FEWEST_STEPS;
    }
}
