package io.stepprofiler.fleet.ranks;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.FleetSteps.Figures;
import io.stepprofiler.fleet.FleetSteps.Reduction;
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
 * <p>A view of the steps, which must not change any more.
 */
public final class ComparedSteps {
    private final FleetSteps steps;
    private final EvidenceLevel evidence;
    private final List<LeftOut> leftOut = new ArrayList<>();
    private final List<RankPlace> places;
    private final long[] numbers;
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
        numbers = steps.numbers();
        int[] allSteps = IntStream.range(0, numbers.length).toArray();
        List<Integer> own = counts(EvidenceLevel.OWN_TIMES, allSteps);
        List<Integer> durations = counts(EvidenceLevel.STEP_TIMES, allSteps);
        evidence = sum(own) * 2 >= Math.max(1, sum(durations)) ? EvidenceLevel.OWN_TIMES : EvidenceLevel.STEP_TIMES;
        List<Integer> known = evidence == EvidenceLevel.OWN_TIMES ? own : durations;
        int[] candidates =
                Arrays.stream(all).filter(rank -> known.get(rank) > 0).toArray();
        int[] common = known(candidates, known, allSteps, (candidates.length + 1) / 2);
        List<Integer> compared = common.length == allSteps.length ? known : counts(evidence, common);
        long enough = Math.max(1, (3L * common.length + 3) / 4);
        ranks = Arrays.stream(all).filter(rank -> compared.get(rank) >= enough).toArray();
        // Other ranks have at least half of a rank's steps in common with it, so that each rank keeps steps.
        columns = known(ranks, compared, common, 2);
        places = Arrays.stream(ranks).mapToObj(steps.places()::get).toList();
        List<Integer> timed = common.length == allSteps.length ? durations : counts(EvidenceLevel.STEP_TIMES, common);
        Arrays.stream(all)
                .filter(rank -> Arrays.binarySearch(ranks, rank) < 0)
                .forEach(rank -> leftOut.add(new LeftOut(
                        steps.places().get(rank).rank(),
                        timed.get(rank) >= enough ? LeftOut.Reason.NO_OWN_TIME : LeftOut.Reason.FEW_STEPS)));
    }

    /** Returns the number of some steps with a known time, for each rank. */
    private List<Integer> counts(EvidenceLevel level, int... among) {
        return steps.byRank(rank -> count(level.nanos(rank), among));
    }

    private static long sum(List<Integer> counts) {
        return counts.stream().mapToLong(Integer::longValue).sum();
    }

    private static int count(long[] nanos, int... among) {
        int count = 0;
        for (int index : among) {
            count += nanos[index] == FleetSteps.UNKNOWN ? 0 : 1;
        }
        return count;
    }

    /** Returns the steps that at least some of the given ranks have, whose numbers of these steps are given. */
    private int[] known(int[] of, List<Integer> counts, int[] among, int least) {
        if (of.length == 0 || of.length < least) {
            return new int[0];
        }
        if (Arrays.stream(of).allMatch(rank -> counts.get(rank) == among.length)) {
            return among;
        }
        EvidenceLevel level = evidence;
        List<Integer> ranksOf = steps.byStep(among, 1, step -> count(level.nanos(step.get(0)), of));
        return IntStream.range(0, among.length)
                .filter(i -> ranksOf.get(i) >= least)
                .map(i -> among[i])
                .toArray();
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
        return numbers[columns[step]];
    }

    /**
     * {@return the results of a function for each compared rank, in their order}
     *
     * @param function the function of the compared steps of a rank
     * @param <T> its result
     */
    public <T> List<T> byRank(Reduction<Figures, T> function) {
        return byRank(IntStream.range(0, ranks.length).toArray(), function);
    }

    /**
     * {@return the results of a function for some compared ranks, in their order}
     *
     * @param some the ranks, increasing
     * @param function the function of the compared steps of a rank
     * @param <T> its result
     */
    public <T> List<T> byRank(int[] some, Reduction<Figures, T> function) {
        int[] all = ranks;
        int[] compared = columns;
        return steps.byRank(
                Arrays.stream(some).map(rank -> all[rank]).toArray(),
                rank -> function.of(new Compared(rank, Arrays.binarySearch(all, rank.index()), compared)));
    }

    /**
     * {@return the results of a function for each compared step, in their order}
     *
     * @param function the function of the compared ranks in a step
     * @param <T> its result
     */
    public <T> List<T> byStep(Reduction<Figures, T> function) {
        return byStep(1, block -> function.of(block.get(0)));
    }

    /**
     * {@return the results of a function for blocks of compared steps, in their order}
     *
     * @param together number of steps in a block, 1 or more; the last block may have fewer
     * @param function the function of the compared ranks in the steps of a block
     * @param <T> its result
     */
    public <T> List<T> byStep(int together, Reduction<List<Figures>, T> function) {
        int[] compared = ranks;
        return steps.byStep(
                columns,
                together,
                block -> function.of(block.stream()
                        .<Figures>map(step -> new Compared(step, step.index(), compared))
                        .toList()));
    }

    /** The compared ones of some figures. */
    @SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
    private record Compared(Figures all, int index, int[] which) implements Figures {
        private long[] of(long... figures) {
            return figures.length <= which.length
                    ? figures
                    : Arrays.stream(which).mapToLong(each -> figures[each]).toArray();
        }

        @Override
        public long[] durations() {
            return of(all.durations());
        }

        @Override
        public long[] own() {
            return of(all.own());
        }

        @Override
        public long[] values(StepValue column) {
            return of(all.values(column));
        }
    }

    /** Returns the first of some steps in a window; their number for the window after the last one. */
    static int firstStep(int steps, int window, int windows) {
        return (int) ((long) steps * window / windows);
    }

    /**
     * {@return the median over steps of the range of the ranks' times, as a part of their median; 0 without steps}
     */
    public double spread() {
        EvidenceLevel level = evidence;
        // Integers have the same order on any machine.
        return Quantiles.median(byStep(step -> {
                            Distribution row = Distribution.of(
                                    Arrays.stream(level.nanos(step)).filter(nanos -> nanos != FleetSteps.UNKNOWN));
                            return (row.max() - row.min()) * 100_000 / Math.max(1, row.median());
                        })
                        .stream()
                        .mapToLong(Long::longValue))
                / 1e5;
    }
}
