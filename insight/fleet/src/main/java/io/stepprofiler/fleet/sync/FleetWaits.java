package io.stepprofiler.fleet.sync;

import io.stepprofiler.fleet.FleetSteps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Waits of the ranks of a fleet for each other.
 *
 * @param clocks the clocks of the hosts
 * @param collectives number of collectives whose waits are known; with 0, nothing is known about waits
 * @param leftOut number of parts that are left out, by reason
 * @param negativeTransfers number of collectives with an end before the last arrival
 * @param ranks the waits of each rank, in the order of the steps of the fleet
 * @param comparedLinks number of groups that are compared with equal ones
 * @param slowLinks the slow ones among them
 */
public record FleetWaits(
        FleetClocks clocks,
        long collectives,
        Map<SyncProblem, Long> leftOut,
        long negativeTransfers,
        List<RankWaits> ranks,
        int comparedLinks,
        List<SlowLink> slowLinks) {
    /** Times of ranks that are read at once. */
    private static final int FIGURES = 1 << 20;

    /**
     * {@return the waits of a fleet}
     *
     * <p>Sets the unknown own times of steps with recorded collectives in the steps of the fleet. A step without any
     * keeps its own time unknown: its collectives may have been dropped.
     *
     * @param steps the steps of the ranks
     * @param syncs their collectives
     */
    public static FleetWaits of(FleetSteps steps, FleetSyncs syncs) {
        List<StepMatches> matches = new ArrayList<>();
        for (int i = 0; i < steps.numbers().length; i++) {
            matches.add(new StepMatches(syncs.rows(i), syncs::members));
        }
        FleetClocks clocks = FleetClocks.of(matches, syncs.hosts());
        WaitSums sums = new WaitSums(steps, syncs);
        int[] recorded = IntStream.range(0, matches.size())
                .filter(step -> syncs.rows(step).size() > 0)
                .toArray();
        int some = Math.max(1, FIGURES / Math.max(1, steps.places().size()));
        for (int from = 0; from < recorded.length; from += some) {
            int[] of = Arrays.copyOfRange(recorded, from, Math.min(recorded.length, from + some));
            List<RankTimes> times = steps.byStep(
                    of,
                    1,
                    step -> new RankTimes(step.get(0).durations(), step.get(0).own()));
            for (int i = 0; i < of.length; i++) {
                StepMatches match = matches.get(of[i]);
                StepWaits waits = new StepWaits(match, clocks, syncs.hosts(), times.get(i), of[i]);
                steps.setOwn(of[i], sums.add(match, waits, times.get(i)));
            }
        }
        return sums.waits(clocks);
    }
}
