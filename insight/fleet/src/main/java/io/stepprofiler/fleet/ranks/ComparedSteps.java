package io.stepprofiler.fleet.ranks;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.ledger.StepValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The ranks and steps of a fleet that can be compared: the steps that at least half of the ranks have, and the ranks
 * that have at least three quarters of these steps. Ranks and steps are counted from 0. Times are nanoseconds.
 *
 * <p>A view of the steps, which must not change any more; then for any thread.
 */
public final class ComparedSteps {
    private final FleetSteps steps;
    private final EvidenceLevel evidence;
    private final List<LeftOut> leftOut = new ArrayList<>();
    private final List<RankPlace> places;
    private final int[] ranks;
    private final int[] columns;

    /**
     * The ranks and steps that can be compared. Takes time proportional to ranks times steps.
     *
     * @param steps the steps of all ranks
     */
    public ComparedSteps(FleetSteps steps) {
        this.steps = steps;
        int[] all = IntStream.range(0, steps.places().size()).toArray();
        int[] allSteps = IntStream.range(0, steps.steps()).toArray();
        long[] own = known(EvidenceLevel.OWN_TIMES, all, allSteps);
        long[] durations = known(EvidenceLevel.STEP_TIMES, all, allSteps);
        evidence = Arrays.stream(own).sum() * 2
                        >= Math.max(1, Arrays.stream(durations).sum())
                ? EvidenceLevel.OWN_TIMES
                : EvidenceLevel.STEP_TIMES;
        int[] candidates = Arrays.stream(all)
                .filter(rank -> (evidence == EvidenceLevel.OWN_TIMES ? own : durations)[rank] > 0)
                .toArray();
        int[] common = Arrays.stream(allSteps)
                .filter(step -> 2 * countAt(step, candidates) >= candidates.length && candidates.length > 0)
                .toArray();
        long[] compared = known(evidence, all, common);
        ranks = Arrays.stream(all)
                .filter(rank -> common.length > 0 && 4 * compared[rank] >= 3L * common.length)
                .toArray();
        // Other ranks have at least half of a rank's steps in common with it, so that each rank keeps steps.
        columns =
                Arrays.stream(common).filter(step -> countAt(step, ranks) >= 2).toArray();
        places = Arrays.stream(ranks).mapToObj(steps.places()::get).toList();
        long[] timed = known(EvidenceLevel.STEP_TIMES, all, common);
        Arrays.stream(all)
                .filter(rank -> Arrays.binarySearch(ranks, rank) < 0)
                .forEach(rank -> leftOut.add(new LeftOut(
                        steps.places().get(rank).rank(),
                        common.length > 0 && 4 * timed[rank] >= 3L * common.length
                                ? LeftOut.Reason.NO_OWN_TIME
                                : LeftOut.Reason.FEW_STEPS)));
    }

    /** Returns the number of steps with a known time, for each rank. */
    private long[] known(EvidenceLevel level, int[] all, int[] among) {
        long[] counts = new long[all.length];
        for (int rank : all) {
            for (int step : among) {
                counts[rank] += level.nanos(steps, rank, step) == FleetSteps.UNKNOWN ? 0 : 1;
            }
        }
        return counts;
    }

    private long countAt(int step, int[] among) {
        long count = 0;
        for (int rank : among) {
            count += evidence.nanos(steps, rank, step) == FleetSteps.UNKNOWN ? 0 : 1;
        }
        return count;
    }

    /** {@return the compared time} */
    public EvidenceLevel evidence() {
        return evidence;
    }

    /** {@return the other ranks, by number} */
    public List<LeftOut> leftOut() {
        return List.copyOf(leftOut);
    }

    /** {@return the compared ranks, by number} */
    public List<RankPlace> places() {
        return places;
    }

    /** {@return the number of compared ranks} */
    public int ranks() {
        return ranks.length;
    }

    /** {@return the number of compared steps} */
    public int steps() {
        return columns.length;
    }

    /**
     * {@return the number of a step, as the training counts}
     *
     * @param step the step
     */
    public long number(int step) {
        return steps.number(columns[step]);
    }

    /**
     * {@return the compared time of a step; {@link FleetSteps#UNKNOWN} if the rank lacks it}
     *
     * @param rank the rank
     * @param step the step
     */
    public long nanos(int rank, int step) {
        return evidence.nanos(steps, ranks[rank], columns[step]);
    }

    /**
     * {@return the compared times of a step by rank}
     *
     * @param step the step
     */
    public long[] row(int step) {
        long[] row = new long[ranks.length];
        for (int rank = 0; rank < ranks.length; rank++) {
            row[rank] = nanos(rank, step);
        }
        return row;
    }

    /**
     * {@return the duration of a step on the wall: the longest of all ranks}
     *
     * @param step the step
     */
    public long wallNanos(int step) {
        long longest = 0;
        for (int rank : ranks) {
            longest = Math.max(longest, steps.durationNanos(rank, columns[step]));
        }
        return longest;
    }

    /**
     * {@return a value of a step; {@link FleetSteps#UNKNOWN} if it is not known}
     *
     * @param value the column
     * @param rank the rank
     * @param step the step
     */
    public long value(StepValue value, int rank, int step) {
        return steps.value(value, ranks[rank], columns[step]);
    }

    /**
     * {@return the mean of a value in each window; 0 if it is not known in a window}
     *
     * @param value the column
     * @param rank the rank
     * @param windows number of windows, into which the steps are divided
     */
    public List<Long> windowMeans(StepValue value, int rank, int windows) {
        return IntStream.range(0, windows)
                .mapToObj(window -> (long) IntStream.range(firstStep(window, windows), firstStep(window + 1, windows))
                        .mapToLong(step -> value(value, rank, step))
                        .filter(figure -> figure != FleetSteps.UNKNOWN)
                        .average()
                        .orElse(0))
                .toList();
    }

    /** Returns the first step of a window; the number of steps for the window after the last one. */
    int firstStep(int window, int windows) {
        return (int) ((long) steps() * window / windows);
    }

    /**
     * {@return the median over steps of the range of the ranks' times, as a part of their median; 0 without steps}
     */
    public double spread() {
        // Integers have the same order on any machine.
        return Quantiles.median(IntStream.range(0, steps()).mapToLong(step -> {
                    Distribution row =
                            Distribution.of(Arrays.stream(row(step)).filter(nanos -> nanos != FleetSteps.UNKNOWN));
                    return (row.max() - row.min()) * 100_000 / Math.max(1, row.median());
                }))
                / 1e5;
    }
}
