package io.stepprofiler.benchmarks.fleet;

import io.stepprofiler.fleet.change.ChangesOverRuns;
import io.stepprofiler.fleet.change.RunChange;
import io.stepprofiler.fleet.change.RunSeries;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Prints, as a Markdown table, the error rates of the search for changes over runs: alarms on series without a change,
 * and misses of planted changes. Each series has 50 runs and a noise of 3 %.
 *
 * <pre>java -cp benchmarks/target/benchmarks.jar io.stepprofiler.benchmarks.fleet.ChangeBars 1000 1</pre>
 *
 * <p>The arguments are the number of series for each row, and the seed. 1,000 series take about a minute.
 */
public final class ChangeBars {
    private static final int RUNS = 50;
    private static final double SIGMA = 0.03;
    private static final double PERCENT = 100;

    private final int count;
    private final long seed;

    private ChangeBars(int count, long seed) {
        this.count = count;
        this.seed = seed;
    }

    /** Prints the table; the arguments are the number of series and the seed. */
    public static void main(String[] arguments) {
        new ChangeBars(Integer.parseInt(arguments[0]), Long.parseLong(arguments[1])).print();
    }

    private void print() {
        System.out.println("| series | band | rate | bar |\n|---|---:|---:|---|");
        for (double band : new double[] {0, ChangesOverRuns.BAND}) {
            alarms("unchanged, independent", 0, band, x -> x);
            alarms("unchanged, AR(1) of 0.5", 0.5, band, x -> x);
            alarms("unchanged, independent, log-normal", 0, band, x -> Math.expm1(0.5 * x));
        }
        for (int after : new int[] {3, 5, 10, 25}) {
            found("+10 %", 1.1, 0, after);
        }
        undone();
        found("+10 %, AR(1) of 0.5,", 1.1, 0.5, 5);
        found("+10 %, AR(1) of 0.5,", 1.1, 0.5, 25);
    }

    private void alarms(String name, double correlation, double band, DoubleUnaryOperator shape) {
        double part = part(run -> !changes(noise(correlation, run, shape), band).isEmpty());
        System.out.printf(Locale.ROOT, "| %s | %.0f %% | %.1f %% alarms | ≤ 5 %% |%n", name, PERCENT * band, part);
    }

    private void undone() {
        double found = part(run -> {
            double[] figures = noise(0, run, x -> x);
            for (int i = 20; i < 25; i++) {
                figures[i] *= 1.1;
            }
            return changes(figures, ChangesOverRuns.BAND).stream()
                            .filter(each -> Math.abs(each.run() - 22.5) <= 3.5)
                            .count()
                    == 2;
        });
        System.out.printf(
                Locale.ROOT, "| +10 %% for 5 runs in the middle | 5 %% | %.1f %% found both ends ± 1 | |%n", found);
    }

    private void found(String name, double factor, double correlation, int after) {
        List<RunChange> changes = new ArrayList<>();
        int at = RUNS - after;
        double found = part(run -> {
            double[] figures = noise(correlation, run, x -> x);
            for (int i = at; i < RUNS; i++) {
                figures[i] *= factor;
            }
            List<RunChange> all = changes(figures, ChangesOverRuns.BAND);
            all.stream()
                    .filter(each -> Math.abs(each.run() - at) <= 1)
                    .findFirst()
                    .ifPresent(changes::add);
            return all.size() == 1 && Math.abs(all.get(0).run() - at) <= 1;
        });
        System.out.printf(
                Locale.ROOT,
                "| %s after %d runs | 5 %% | %.1f %% found ± 1, nothing else %.1f %%, sure %.1f %% | %s |%n",
                name,
                after,
                PERCENT * changes.size() / count,
                found,
                PERCENT * changes.stream().filter(RunChange::isSure).count() / count,
                after == 5 && correlation == 0 ? "≥ 95 %" : "");
    }

    private double part(IntPredicate condition) {
        return PERCENT * IntStream.range(0, count).filter(condition).count() / count;
    }

    private double[] noise(double correlation, int number, DoubleUnaryOperator shape) {
        Random random = new Random(seed + 1_000_003L * number);
        double last = random.nextGaussian();
        double[] figures = new double[RUNS];
        for (int run = 0; run < RUNS; run++) {
            figures[run] = 1 + SIGMA * shape.applyAsDouble(last);
            last = correlation * last + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
        }
        return figures;
    }

    private static List<RunChange> changes(double[] figures, double band) {
        List<Double> series = new ArrayList<>();
        for (double figure : figures) {
            series.add(figure);
        }
        return ChangesOverRuns.of(List.of(new RunSeries("figure", series)), band)
                .get(0)
                .changes();
    }
}
