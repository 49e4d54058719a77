package io.stepprofiler.fleet.history;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.RankColumns;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.StepBlock;
import io.stepprofiler.fleet.ranks.EvidenceLevel;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.ledger.StepValue;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Steps of a run relative to the usual steps of another: each rank's times are multiplied so that its usual time in the
 * other run becomes the same for all ranks. Ranks that are slow in both runs are then as fast as the others.
 */
final class RelativeSteps implements FleetSteps {
    private final FleetSteps next;
    private final List<RankChange> changes = new ArrayList<>();
    private final List<RankPlace> places = new ArrayList<>();
    private final Times times;

    /**
     * Relative times, which depend on figures of the new run only.
     *
     * @param evidence the time of the new run
     * @param ranks indexes of the ranks of both runs in the new run
     * @param base usual time of each of them in the base
     * @param common usual time that all of them shall have
     */
    @SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
    private record Times(EvidenceLevel evidence, int[] ranks, long[] base, long common) implements Serializable {
        long of(int rank, long nanos) {
            return nanos == UNKNOWN ? UNKNOWN : Math.min(MOST_FIGURE, Math.round((double) nanos * common / base[rank]));
        }

        long[] own(long... durations) {
            return evidence == EvidenceLevel.OWN_TIMES ? durations : unknown(durations.length);
        }

        static long[] unknown(int length) {
            long[] unknown = new long[length];
            Arrays.fill(unknown, UNKNOWN);
            return unknown;
        }
    }

    /** Relative times of a rank. */
    private record Rank(Times times, int rank, long[] durations) implements RankColumns {
        static Rank of(Times times, RankColumns columns) {
            int rank = Arrays.binarySearch(times.ranks, columns.rank());
            return new Rank(
                    times,
                    rank,
                    Arrays.stream(times.evidence.nanos(columns))
                            .map(nanos -> times.of(rank, nanos))
                            .toArray());
        }

        @Override
        public long[] own() {
            return times.own(durations);
        }

        @Override
        public long[] values(StepValue value) {
            return new long[0];
        }
    }

    /** Relative times of some steps. */
    private record Block(Times times, StepBlock all) implements StepBlock {
        @Override
        public int first() {
            return all.first();
        }

        @Override
        public int size() {
            return all.size();
        }

        @Override
        public long[] durations(int step) {
            long[] nanos = times.evidence.nanos(all, step);
            return IntStream.range(0, times.ranks.length)
                    .mapToLong(rank -> times.of(rank, nanos[times.ranks[rank]]))
                    .toArray();
        }

        @Override
        public long[] own(int step) {
            return times.own(durations(step));
        }

        @Override
        public long[] pauses(int step) {
            return Times.unknown(times.ranks.length);
        }
    }

    RelativeSteps(FleetReport base, FleetReport next) {
        FleetSteps before = base.read().steps();
        this.next = next.read().steps();
        EvidenceLevel evidence = base.comparison().extent().evidence() == EvidenceLevel.OWN_TIMES
                ? next.comparison().extent().evidence()
                : EvidenceLevel.STEP_TIMES;
        List<Long> ofBase = usual(before, evidence);
        List<Long> ofNext = usual(this.next, evidence);
        Map<Integer, Integer> indexes = new HashMap<>();
        for (int i = 0; i < ofBase.size(); i++) {
            indexes.put(before.places().get(i).rank(), i);
        }
        IntStream.Builder ranks = IntStream.builder();
        for (int i = 0; i < ofNext.size(); i++) {
            RankPlace place = this.next.places().get(i);
            Integer other = indexes.get(place.rank());
            if (other != null && ofBase.get(other) > 0 && ofNext.get(i) > 0) {
                changes.add(new RankChange(
                        place.rank(),
                        before.places().get(other).host(),
                        place.host(),
                        ofBase.get(other),
                        ofNext.get(i)));
                places.add(place);
                ranks.add(i);
            }
        }
        long[] usual = changes.stream().mapToLong(RankChange::baseNanos).toArray();
        times = new Times(evidence, ranks.build().toArray(), usual, Quantiles.median(Arrays.stream(usual)));
    }

    private static List<Long> usual(FleetSteps steps, EvidenceLevel evidence) {
        return steps.byRank(
                rank -> Quantiles.median(Arrays.stream(evidence.nanos(rank)).filter(nanos -> nanos != UNKNOWN)));
    }

    /** Returns the changes of the ranks that both runs have. */
    List<RankChange> changes() {
        return changes;
    }

    @Override
    public List<RankPlace> places() {
        return places;
    }

    @Override
    public long[] numbers() {
        return next.numbers();
    }

    @Override
    public int steps() {
        return next.steps();
    }

    @Override
    public long number(int step) {
        return next.number(step);
    }

    @Override
    public <T> List<T> byRank(int[] ranks, OfRank<T> function) {
        Times relative = times;
        return next.byRank(
                Arrays.stream(ranks).map(rank -> relative.ranks[rank]).toArray(),
                columns -> function.of(Rank.of(relative, columns)));
    }

    @Override
    public <T> List<T> byStep(int[] steps, int together, OfSteps<T> function) {
        Times relative = times;
        return next.byStep(steps, together, block -> function.of(new Block(relative, block)));
    }

    @Override
    public void setOwn(int step, long[] nanos) {
        throw new UnsupportedOperationException("relative times are not set");
    }
}
