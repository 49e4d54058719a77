package io.stepprofiler.tuning;

import io.stepprofiler.amount.Quantiles;
import java.util.Arrays;

/**
 * Rounds of calls before the measured rounds: a fixed number, or until times are steady.
 *
 * <p>Times are steady when for each variant the median of the last five rounds differs from the median of the five
 * before by no more than a tenth.
 *
 * @param most most rounds
 * @param untilSteady whether to end as soon as times are steady
 */
record WarmUpRounds(int most, boolean untilSteady) {
    private static final int COMPARED = 5;
    private static final double MOST_CHANGE = 0.1;

    /**
     * Result of the warm-up.
     *
     * @param rounds number of rounds
     * @param steady whether times were steady at the end
     */
    record Done(int rounds, boolean steady) {}

    Done run(VariantRounds calls, int variants) {
        CallTimes times = new CallTimes(variants, most);
        boolean steady = false;
        int round = 0;
        while (round < most && !(steady && untilSteady)) {
            calls.round(round++, times);
            calls.failures().keySet().forEach(times::forget);
            steady = isSteady(times, variants, round);
        }
        return new Done(round, steady);
    }

    private static boolean isSteady(CallTimes times, int variants, int rounds) {
        for (int variant = 0; variant < variants; variant++) {
            double[] last = times.of(variant, Math.max(0, rounds - 2 * COMPARED), rounds);
            if (last.length > 0 && !isSteady(last)) {
                return false;
            }
        }
        return true;
    }

    /** True if the last ten rounds of a variant are steady; false if there were fewer. */
    private static boolean isSteady(double[] rounds) {
        if (rounds.length < 2 * COMPARED) {
            return false;
        }
        double before = Quantiles.median(Arrays.stream(rounds, 0, COMPARED));
        double last = Quantiles.median(Arrays.stream(rounds, COMPARED, 2 * COMPARED));
        return Math.abs(last - before) <= MOST_CHANGE * before;
    }
}
