package io.stepprofiler.analysis.run;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.analysis.steps.Trend;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledger.StepValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * All steps of a run, from its step ledger. Times are nanoseconds.
 *
 * @param steps number of steps
 * @param nanos sum of their durations, without the profiler's work between them
 * @param stepTime distribution of the durations; of older steps of long runs, whose single durations are not kept, of
 *     their means
 * @param p99Nanos the 99th percentile
 * @param warmUp steps before the run was as fast as later
 * @param trend growth of the step time
 * @param slow slow steps after the warm-up
 * @param shares what the thread of the steps did
 * @param chart durations in order, as columns of at most {@value #MOST_BARS} rows
 * @param windows steps of the windows of the report, in order
 * @param lostSteps number of steps that the ledger lacks
 * @param isEnded whether the ledger is known to be complete
 */
public record LedgerSteps(
        long steps,
        long nanos,
        Distribution stepTime,
        long p99Nanos,
        WarmUp warmUp,
        Growth trend,
        SlowSteps slow,
        Shares shares,
        Chart chart,
        List<StepRange> windows,
        long lostSteps,
        boolean isEnded) {
    /** Maximum number of rows of the chart. */
    static final int MOST_BARS = 400;

    private static final int SLOWEST = 8;
    private static final int TENTHS = 10;
    private static final double PERCENTILE = 0.99;

    /**
     * Warm-up of the run.
     *
     * @param warmUpSteps number of steps before the run was as fast as later; 0 if it was from the start
     * @param warmUpFactor median duration of these steps as a multiple of that of the second half of the run; 1 if no step
     *     warms up
     * @param warmUpNanos time of the steps of the warm-up
     */
    public record WarmUp(long warmUpSteps, double warmUpFactor, long warmUpNanos) {}

    /**
     * Growth of the step time over the warm run.
     *
     * @param growth the growth as a part of the beginning of the warm run; 0 unless it is significant
     * @param course its first, middle and last tenth; empty without growth
     */
    public record Growth(double growth, List<Stage> course) {
        /** Copies the list. */
        public Growth {
            course = List.copyOf(course);
        }
    }

    /**
     * Part of the warm run.
     *
     * @param steps its steps
     * @param medianNanos their median duration
     */
    public record Stage(StepRange steps, long medianNanos) {}

    /**
     * Slow steps after the warm-up.
     *
     * @param slowSteps their number
     * @param slowShare time of the warm run that they take above the median, as a part of it
     * @param rhythms their period; empty if they have none
     * @param rhythmShare the part of {@code slowShare} that is the rhythm's
     * @param slowest the slowest, the slowest first
     */
    public record SlowSteps(
            long slowSteps, double slowShare, List<Rhythm> rhythms, double rhythmShare, List<StepTime> slowest) {
        /** Copies the lists. */
        public SlowSteps {
            rhythms = List.copyOf(rhythms);
            slowest = List.copyOf(slowest);
        }
    }

    /**
     * Parts of the time; -1 if they are not known.
     *
     * @param processorShare part of the time in which the thread of the steps ran
     * @param pauseShare part of the time in which the garbage collector paused the program
     * @param inputShare part of the time in which the thread waited for batches
     * @param profilerShare time between consecutive steps, in which the profiler worked or was stopped, as a part of the
     *     time of the steps, which does not contain it
     */
    public record Shares(double processorShare, double pauseShare, double inputShare, double profilerShare) {}

    /**
     * A step and its duration.
     *
     * @param number number of the step
     * @param nanos its duration
     */
    public record StepTime(long number, long nanos) {}

    /**
     * Consecutive steps.
     *
     * @param first number of the first
     * @param last number of the last
     */
    public record StepRange(long first, long last) {}

    /**
     * Columns of durations: each row stands for one step or for several consecutive ones.
     *
     * @param first number of the first step of each row
     * @param mean mean duration
     * @param least shortest duration
     * @param greatest longest duration
     */
    public record Chart(List<Long> first, List<Long> mean, List<Long> least, List<Long> greatest) {
        /** Copies the lists. */
        public Chart {
            first = List.copyOf(first);
            mean = List.copyOf(mean);
            least = List.copyOf(least);
            greatest = List.copyOf(greatest);
        }
    }

    /** Copies the lists. */
    public LedgerSteps {
        windows = List.copyOf(windows);
    }

    /**
     * {@return the steps of a ledger} Takes time proportional to its rows.
     *
     * @param ledger the ledger
     * @param windows steps of its windows, in order
     */
    public static LedgerSteps of(StepLedger ledger, List<StepRange> windows) {
        int rows = ledger.size();
        long[] means = IntStream.range(0, rows)
                .mapToLong(row -> ledger.durationNanos(row) / ledger.steps(row))
                .toArray();
        Distribution times = Distribution.of(Arrays.stream(means));
        int warm = CostlyStart.rows(means, ledger::steps);
        long median = median(means, warm, rows);
        double[] usual = UsualTimes.of(means, warm, rows);
        long[] relative = IntStream.range(warm, rows)
                .mapToLong(row -> Math.round(means[row] / usual[row - warm] * median))
                .toArray();
        double bound = Distribution.of(Arrays.stream(relative)).slowFrom(Arrays.stream(relative));
        int[] slow = IntStream.range(warm, rows)
                .filter(row -> ledger.steps(row) == 1 && relative[row - warm] > bound)
                .toArray();
        IntToDoubleFunction longer = row -> means[row] - usual[row - warm];
        long nanos = IntStream.range(0, rows).mapToLong(ledger::durationNanos).sum();
        double warmNanos = LongStream.range(warm, rows)
                .map(row -> ledger.durationNanos((int) row))
                .sum();
        List<Rhythm> rhythms = rows == 0
                ? List.of()
                : Rhythm.of(
                                Arrays.stream(slow).mapToLong(ledger::number).toArray(),
                                ledger.number(warm),
                                ledger.number(rows - 1))
                        .stream()
                        .toList();
        IntStream inRhythm = Arrays.stream(slow)
                .filter(row ->
                        rhythms.stream().anyMatch(each -> (ledger.number(row) - each.first()) % each.period() == 0));
        return new LedgerSteps(
                ledger.stepCount(),
                nanos,
                times,
                Quantiles.of(Arrays.stream(means).sorted().toArray(), PERCENTILE),
                new WarmUp(
                        warm == 0 ? 0 : ledger.number(warm) - ledger.number(0),
                        warm == 0 ? 1 : (double) median(means, 0, warm) / Math.max(1, median(means, rows / 2, rows)),
                        IntStream.range(0, warm)
                                .mapToLong(ledger::durationNanos)
                                .sum()),
                growth(ledger, means, warm),
                new SlowSteps(
                        slow.length,
                        share(Arrays.stream(slow), longer, warmNanos),
                        rhythms,
                        share(inRhythm, longer, warmNanos),
                        Arrays.stream(slow)
                                .mapToObj(row -> new StepTime(ledger.number(row), means[row]))
                                .sorted(Comparator.comparingLong(StepTime::nanos)
                                        .reversed())
                                .limit(SLOWEST)
                                .toList()),
                new Shares(
                        share(ledger, StepValue.CPU_NANOS),
                        share(ledger, StepValue.PAUSE_NANOS),
                        share(ledger, StepValue.INPUT_WAIT_NANOS),
                        nanos == 0 ? -1 : (double) profilerNanos(ledger) / nanos),
                chart(ledger),
                windows,
                ledger.losses().overwrittenSteps(),
                ledger.isEnded() && ledger.losses().missingBlocks() == 0);
    }

    private static long median(long[] means, int from, int to) {
        return Quantiles.median(Arrays.stream(means, from, to));
    }

    private static Growth growth(StepLedger ledger, long[] means, int warm) {
        double line = growth(ledger, warm);
        if (line == 0) {
            return new Growth(0, List.of());
        }
        int rows = means.length - warm;
        List<Stage> course = IntStream.of(0, (TENTHS - 1) / 2, TENTHS - 1)
                .mapToObj(
                        tenth -> stage(ledger, means, warm + rows * tenth / TENTHS, warm + rows * (tenth + 1) / TENTHS))
                .toList();
        // A line rises through the middle of a run whose first steps are as slow as its last ones, too.
        double growth =
                Math.min(line, (double) course.get(course.size() - 1).medianNanos / course.get(0).medianNanos - 1);
        return growth > 0 ? new Growth(growth, course) : new Growth(0, List.of());
    }

    private static Stage stage(StepLedger ledger, long[] means, int from, int to) {
        return new Stage(
                new StepRange(ledger.number(from), ledger.number(to - 1) + ledger.steps(to - 1) - 1),
                median(means, from, to));
    }

    /**
     * Returns the growth of the step time that processor time and pauses explain, if they are known: other programs make
     * steps longer, too.
     */
    private static double growth(StepLedger ledger, int warm) {
        Optional<Trend> times = trend(ledger, warm, ledger::durationNanos);
        Optional<Trend> own = trend(ledger, warm, row -> ownNanos(ledger, row));
        if (times.isEmpty() || own.isEmpty() || times.get().first() <= 0) {
            return 0;
        }
        return Math.min(
                times.get().growth(),
                own.get().growth() * own.get().first() / times.get().first());
    }

    private static Optional<Trend> trend(StepLedger ledger, int warm, IntToLongFunction nanos) {
        return Trend.of(IntStream.range(warm, ledger.size())
                        .mapToLong(row -> nanos.applyAsLong(row) / ledger.steps(row))
                        .toArray())
                .filter(Trend::rises);
    }

    private static long ownNanos(StepLedger ledger, int row) {
        long cpu = ledger.value(StepValue.CPU_NANOS, row);
        return cpu == StepLedger.UNKNOWN
                ? ledger.durationNanos(row)
                : cpu + Math.max(0, ledger.value(StepValue.PAUSE_NANOS, row));
    }

    private static double share(IntStream rows, IntToDoubleFunction longer, double warmNanos) {
        return warmNanos == 0 ? 0 : rows.mapToDouble(longer).sum() / warmNanos;
    }

    private static double share(StepLedger ledger, StepValue value) {
        long sum = 0;
        long nanos = 0;
        for (int row = 0; row < ledger.size(); row++) {
            if (ledger.value(value, row) != StepLedger.UNKNOWN) {
                sum += ledger.value(value, row);
                nanos += ledger.durationNanos(row);
            }
        }
        return nanos == 0 ? -1 : (double) sum / nanos;
    }

    private static Chart chart(StepLedger ledger) {
        int width = Math.max(1, (ledger.size() + MOST_BARS - 1) / MOST_BARS);
        List<Long> first = new ArrayList<>();
        List<Long> mean = new ArrayList<>();
        List<Long> least = new ArrayList<>();
        List<Long> greatest = new ArrayList<>();
        for (int from = 0; from < ledger.size(); from += width) {
            int to = Math.min(ledger.size(), from + width);
            first.add(ledger.number(from));
            mean.add(IntStream.range(from, to).mapToLong(ledger::durationNanos).sum()
                    / IntStream.range(from, to).mapToLong(ledger::steps).sum());
            least.add(IntStream.range(from, to)
                    .mapToLong(ledger::leastNanos)
                    .min()
                    .orElse(0));
            greatest.add(IntStream.range(from, to)
                    .mapToLong(ledger::greatestNanos)
                    .max()
                    .orElse(0));
        }
        return new Chart(first, mean, least, greatest);
    }

    /** Returns the time between steps that follow each other: lost steps lie between others. */
    private static long profilerNanos(StepLedger ledger) {
        long nanos = 0;
        for (int row = 1; row < ledger.size(); row++) {
            int last = row - 1;
            if (ledger.number(row) == ledger.number(last) + ledger.steps(last)) {
                nanos += Math.max(0, ledger.startNanos(row) - ledger.startNanos(last) - ledger.durationNanos(last));
            }
        }
        return nanos;
    }
}
