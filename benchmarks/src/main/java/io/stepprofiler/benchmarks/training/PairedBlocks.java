package io.stepprofiler.benchmarks.training;

import io.stepprofiler.benchmarks.Sample;
import java.util.Locale;

/**
 * Blocks of steps with and without something, in turn: two neighbours are a pair, so that what changes slowly in the
 * process or the machine is in both and falls out of their difference.
 */
final class PairedBlocks {
    private final int pairs;
    private final int stepsPerBlock;
    private final int stepsToSettle;

    /** With some steps before each block that are not measured, after what was switched has been. */
    PairedBlocks(int pairs, int stepsPerBlock, int stepsToSettle) {
        this.pairs = pairs;
        this.stepsPerBlock = stepsPerBlock;
        this.stepsToSettle = stepsToSettle;
    }

    /** Something that can be switched on around a block; switching is not part of the measured time. */
    interface Switch {
        /** Switches on; closing what it answers switches off. */
        AutoCloseable on() throws Exception;
    }

    /** Something that has to hear of the end of each step. */
    interface Stepping extends AutoCloseable {
        /** A step has ended. */
        void stepped();

        @Override
        void close();
    }

    /**
     * Result: nanoseconds a step.
     *
     * @param without median of the blocks without
     * @param added median of the differences of pairs
     * @param low lower end of the 95 % confidence interval of that median, by order statistics
     * @param high its upper end
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

    /** Measures what {@code addition} adds to steps with {@code base}. */
    Result measure(Runnable step, Switch base, Switch addition) throws Exception {
        double[] without = new double[pairs];
        double[] differences = new double[pairs];
        for (int pair = 0; pair < pairs; pair++) {
            // Which of the two comes first changes, so that what a block leaves behind hits both.
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
