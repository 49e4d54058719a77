package io.stepprofiler.fleet.ranks;

import io.stepprofiler.fleet.RankColumns;
import io.stepprofiler.ledger.StepValue;

/**
 * Figures of a compared rank in the compared steps.
 *
 * @param all figures in all steps
 * @param rank index of the rank among the compared ones
 * @param steps indexes of the compared steps
 */
@SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
record ComparedRank(RankColumns all, int rank, int[] steps) implements RankColumns {
    static long[] select(long[] of, int... indexes) {
        if (of.length <= indexes.length) {
            return of;
        }
        long[] selected = new long[indexes.length];
        for (int i = 0; i < selected.length; i++) {
            selected[i] = of[indexes[i]];
        }
        return selected;
    }

    @Override
    public long[] durations() {
        return select(all.durations(), steps);
    }

    @Override
    public long[] own() {
        return select(all.own(), steps);
    }

    @Override
    public long[] values(StepValue value) {
        return select(all.values(value), steps);
    }
}
