package io.stepprofiler.fleet.comparison;

import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.ranks.ComparedSteps;
import io.stepprofiler.ledger.StepValue;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Cost of the garbage collections of a fleet: a step takes the longest pause of any rank, so that collections at
 * different steps cost as often as there are ranks. Times are nanoseconds a step.
 *
 * @param costNanos mean over steps of the longest pause of any rank
 * @param meanNanos mean pause of a rank: the cost if all ranks collected in the same steps
 * @param rankSteps part of the steps of single ranks that have a pause
 * @param steps part of the steps in which any rank has a pause
 */
public record FleetPauses(long costNanos, long meanNanos, double rankSteps, double steps) {
    /** Returns the cost; empty if no rank records its pauses. */
    static Optional<FleetPauses> of(ComparedSteps compared) {
        long cost = 0;
        long sum = 0;
        long known = 0;
        long paused = 0;
        long hit = 0;
        for (int step = 0; step < compared.steps(); step++) {
            int at = step;
            long[] pauses = IntStream.range(0, compared.ranks())
                    .mapToLong(rank -> compared.value(StepValue.PAUSE_NANOS, rank, at))
                    .filter(nanos -> nanos != FleetSteps.UNKNOWN)
                    .toArray();
            long longest = 0;
            for (long nanos : pauses) {
                longest = Math.max(longest, nanos);
                sum += nanos;
                paused += nanos > 0 ? 1 : 0;
            }
            known += pauses.length;
            cost += longest;
            hit += longest > 0 ? 1 : 0;
        }
        return known == 0
                ? Optional.empty()
                : Optional.of(new FleetPauses(
                        cost / compared.steps(),
                        sum / known,
                        (double) paused / known,
                        (double) hit / compared.steps()));
    }
}
