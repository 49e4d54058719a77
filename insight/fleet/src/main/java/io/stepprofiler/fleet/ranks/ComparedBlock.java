package io.stepprofiler.fleet.ranks;

import io.stepprofiler.fleet.StepBlock;

/**
 * Figures of the compared ranks in some steps.
 *
 * @param all figures of all ranks
 * @param ranks indexes of the compared ranks
 */
@SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
record ComparedBlock(StepBlock all, int[] ranks) implements StepBlock {
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
        return ComparedRank.select(all.durations(step), ranks);
    }

    @Override
    public long[] own(int step) {
        return ComparedRank.select(all.own(step), ranks);
    }

    @Override
    public long[] pauses(int step) {
        return ComparedRank.select(all.pauses(step), ranks);
    }
}
