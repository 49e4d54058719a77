package io.stepprofiler.fleet;

import io.stepprofiler.ledger.StepValue;

/** Single figures of steps, for tests. */
public final class ReadSteps {
    private ReadSteps() {}

    private static <T> T of(FleetSteps steps, int rank, FleetSteps.Reduction<FleetSteps.Figures, T> function) {
        return steps.byRank(new int[] {rank}, function).get(0);
    }

    /** Returns the duration of a step. */
    public static long durationNanos(FleetSteps steps, int rank, int step) {
        return of(steps, rank, figures -> figures.durations()[step]);
    }

    /** Returns the duration of a step without waits for other ranks. */
    public static long ownNanos(FleetSteps steps, int rank, int step) {
        return of(steps, rank, figures -> figures.own()[step]);
    }

    /** Returns a value of a step. */
    public static long value(FleetSteps steps, StepValue column, int rank, int step) {
        return of(steps, rank, figures -> {
            long[] values = figures.values(column);
            return values.length == 0 ? FleetSteps.UNKNOWN : values[step];
        });
    }
}
