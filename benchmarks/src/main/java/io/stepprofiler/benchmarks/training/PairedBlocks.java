package io.stepprofiler.benchmarks.training;

import io.stepprofiler.benchmarks.Sample;
import java.util.Locale;

/**
 * Measurement by alternating blocks of steps with and without an addition: two neighbours are a pair, so that slow
 * changes of the process or the machine affect both and cancel out in their difference.
 */
final class PairedBlocks {
    private final int pairs;
    private final int stepsPerBlock;
    private final int stepsToSettle;

    /** Creates a measurement with some steps before each block, after switching, that are not measured. */
    PairedBlocks(int pairs, int stepsPerBlock, int stepsToSettle) {
        this.pairs = pairs;
        this.stepsPerBlock = stepsPerBlock;
        this.stepsToSettle = stepsToSettle;
    }

    /** Addition that can be switched on around a block; switching is not part of the measured time. */
    interface Switch {
        /** Switches on; closing the result switches off. */
        AutoCloseable on() throws Exception;
    }

    /** Addition that is notified of the end of each step. */
    interface Stepping extends AutoCloseable {
        /** Called at the end of a step. */
        void stepped();

        @Override
        void close();
    }

    /**
     * Result, in nanoseconds per step.
     *
     * @param without median of the blocks without
     * @param added median of the differences of pairs
     * @param low lower end of the 95 % confidence interval of {@code added}, by order statistics
     * @param high upper end of that interval
     */
    record Result(double without, double added, double low, double high) {
        double percent() {
            return percent(added);
        }

        double percent(double nanos) {
            return 100 * nanos / without;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "step %.3f ms, %+.2f %% (95 %%: %+.2f to %+.2f)",
                    without / 1e6,
                    percent(),
                    percent(low),
                    percent(high));
        }
    }

    /** Measures the cost that {@code addition} adds to steps with {@code base}. */
    Result measure(Runnable step, Switch base, Switch addition) throws Exception {
        double[] without = new double[pairs];
        double[] differences = new double[pairs];
        for (int pair = 0; pair < pairs; pair++) {
            // The order alternates, so that after-effects of a block affect both.
            boolean onFirst = pair % 2 == 0;
            double first = block(step, onFirst ? addition : base);
            double second = block(step, onFirst ? base : addition);
            without[pair] = onFirst ? second : first;
            differences[pair] = onFirst ? first - second : second - first;
        }
        Sample sample = new Sample(differences);
        return new Result(new Sample(without).median(), sample.median(), sample.low(), sample.high());
    }

    private double block(Runnable step, Switch addition) throws Exception {
        AutoCloseable on = addition.on();
        Runnable ofStep = on instanceof Stepping stepping ? stepping::stepped : () -> {};
        try (on) {
            for (int i = 0; i < stepsToSettle; i++) {
                step.run();
            }
            long start = System.nanoTime();
            for (int i = 0; i < stepsPerBlock; i++) {
                step.run();
                ofStep.run();
            }
            return (double) (System.nanoTime() - start) / stepsPerBlock;
        }
    }
}
