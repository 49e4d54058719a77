package io.stepprofiler.fleet.comparison;

import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.ranks.ComparedSteps;
import io.stepprofiler.ledger.StepValue;
import java.io.Serializable;
import java.util.Optional;

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
    /** Pauses of all ranks in a step. */
    private record OfStep(long longest, long sum, int known, int paused) implements Serializable {
        static OfStep of(long... pauses) {
            long longest = 0;
            long sum = 0;
            int known = 0;
            int paused = 0;
            for (long nanos : pauses) {
                if (nanos != FleetSteps.UNKNOWN) {
                    longest = Math.max(longest, nanos);
                    sum += nanos;
                    known++;
                    paused += nanos > 0 ? 1 : 0;
                }
            }
            return new OfStep(longest, sum, known, paused);
        }
    }

    /** Returns the cost; empty if no rank records its pauses. */
    static Optional<FleetPauses> of(ComparedSteps compared) {
        long cost = 0;
        long sum = 0;
        long known = 0;
        long paused = 0;
        long hit = 0;
        for (OfStep step : compared.byStep(of -> OfStep.of(of.values(StepValue.PAUSE_NANOS)))) {
            cost += step.longest;
            sum += step.sum;
            known += step.known;
            paused += step.paused;
            hit += step.longest > 0 ? 1 : 0;
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
