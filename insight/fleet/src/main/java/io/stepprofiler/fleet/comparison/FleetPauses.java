package io.stepprofiler.fleet.comparison;

import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.analysis.rules.Thresholds;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.ranks.ComparedSteps;
import io.stepprofiler.fleet.ranks.EvidenceLevel;
import io.stepprofiler.ledger.StepValue;
import java.io.Serializable;
import java.util.Optional;

/**
 * Cost of the garbage collections of a fleet: a step takes the longest pause of any rank, so that collections at
 * different steps cost as often as there are ranks. Times are nanoseconds a step.
 *
 * @param costNanos mean over steps of the longest pause of any rank
 * @param meanNanos mean pause of a rank: the cost if all ranks collected in the same steps
 * @param savedNanos time by which a step would be shorter if all ranks collected in the same steps: pauses of ranks that
 *     others do not wait for cost nothing
 * @param rankSteps part of the steps of single ranks that have a pause
 * @param steps part of the steps in which any rank has a pause
 */
public record FleetPauses(long costNanos, long meanNanos, long savedNanos, double rankSteps, double steps) {
    private static final Thresholds THRESHOLDS = new Thresholds(0.02, 0.05);

    /** Pauses of all ranks in a step, and the time by which they make it longer. */
    private record OfStep(long longest, long longer, long sum, int known, int paused) implements Serializable {
        static OfStep of(long[] times, long[] pauses) {
            long longest = 0;
            long last = 0;
            long without = 0;
            long sum = 0;
            int known = 0;
            int paused = 0;
            for (int rank = 0; rank < pauses.length; rank++) {
                long pause = Math.max(0, pauses[rank]);
                longest = Math.max(longest, pause);
                last = Math.max(last, times[rank]);
                without = Math.max(without, times[rank] - pause);
                sum += pause;
                paused += pause > 0 ? 1 : 0;
                known += pauses[rank] == FleetSteps.UNKNOWN ? 0 : 1;
            }
            return new OfStep(longest, last - without, sum, known, paused);
        }
    }

    /** Returns the cost; empty if no rank records its pauses. */
    static Optional<FleetPauses> of(ComparedSteps compared) {
        EvidenceLevel evidence = compared.evidence();
        long cost = 0;
        long longer = 0;
        long sum = 0;
        long known = 0;
        long paused = 0;
        long hit = 0;
        for (OfStep step : compared.byStep(of -> OfStep.of(evidence.nanos(of), of.values(StepValue.PAUSE_NANOS)))) {
            cost += step.longest;
            longer += step.longer;
            sum += step.sum;
            known += step.known;
            paused += step.paused;
            hit += step.longest > 0 ? 1 : 0;
        }
        long mean = sum / Math.max(1, known);
        return known == 0
                ? Optional.empty()
                : Optional.of(new FleetPauses(
                        cost / compared.steps(),
                        mean,
                        Math.max(0, longer / compared.steps() - mean),
                        (double) paused / known,
                        (double) hit / compared.steps()));
    }

    /** Returns the severity of collections in different steps; empty if they cost little. */
    Optional<Severity> severity(long stepNanos) {
        return Severity.of((double) savedNanos / Math.max(1, stepNanos), THRESHOLDS);
    }
}
