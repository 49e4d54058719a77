package io.stepprofiler;

import io.stepprofiler.clock.ClockReading;
import io.stepprofiler.clock.TickScale;
import io.stepprofiler.clock.Ticks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * Measures how far the times of events are off the monotonic clock: threads read the recording clock between two
 * readings of {@link System#nanoTime()}, thousands of times a second, while both are read together four times a second,
 * as in a window. Here because it looks at what core does not export.
 *
 * <pre>java -cp benchmarks/target/benchmarks.jar io.stepprofiler.ClockAlignment 300</pre>
 */
public final class ClockAlignment {
    private static final int THREADS = 4;
    private static final long READING_MILLIS = 250;
    private static final long SAMPLING_MICROS = 5000;
    private static final int SAMPLES_AT_ONCE = 2;
    /** A longer bracket tells too little; on a busy machine many are. */
    private static final long MAX_BRACKET_NANOS = 300;

    /** A tick that was read between two moments of the monotonic clock. */
    private record Sample(long tick, long before, long after) {
        static Sample take() {
            long before = System.nanoTime();
            long tick = Ticks.now();
            return new Sample(tick, before, System.nanoTime());
        }

        boolean isClose() {
            return after - before <= MAX_BRACKET_NANOS;
        }

        /** Off the middle of the bracket. */
        long error(TickScale scale) {
            return Math.abs(scale.nanos(tick) - (before + (after - before) / 2));
        }
    }

    /** Nanoseconds off the monotonic clock. */
    static final class Errors {
        private final long[] sorted;

        Errors(List<Sample> samples, TickScale scale) {
            LongStream errors = samples.stream().filter(Sample::isClose).mapToLong(sample -> sample.error(scale));
            sorted = errors.toArray();
            Arrays.sort(sorted);
        }

        int count() {
            return sorted.length;
        }

        long quantile(double share) {
            return sorted[(int) (share * (sorted.length - 1))];
        }
    }

    /**
     * Result of a measurement.
     *
     * @param clock what traces say of the clock
     * @param lines on lines between the readings
     * @param straight the same samples, on one line from the first reading to the last
     * @param discarded samples whose brackets were too long
     */
    record Result(String clock, Errors lines, Errors straight, long discarded) {}

    private ClockAlignment() {}

    /** Prints the distribution; the argument is the number of seconds, 300 without one. */
    public static void main(String[] arguments) throws InterruptedException, ExecutionException {
        long seconds = arguments.length == 0 ? 300 : Long.parseLong(arguments[0]);
        Result result = measure(Duration.ofSeconds(seconds));
        System.out.printf(
                Locale.ROOT,
                "%s%n%d s, %d threads, %d samples, %d more with a bracket of over %d ns%n%n",
                result.clock,
                seconds,
                THREADS,
                result.lines.count(),
                result.discarded,
                MAX_BRACKET_NANOS);
        System.out.println("| ns off the monotonic clock | median | 99 % | 99.99 % | largest |\n|---|---|---|---|---|");
        print("readings every " + READING_MILLIS + " ms", result.lines);
        print("readings at both ends", result.straight);
    }

    private static void print(String what, Errors errors) {
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %d | %d | %d |%n",
                what,
                errors.quantile(0.5),
                errors.quantile(0.99),
                errors.quantile(0.9999),
                errors.quantile(1));
    }

    /** Measures for so long. */
    static Result measure(Duration duration) throws InterruptedException, ExecutionException {
        List<ClockReading> readings = new ArrayList<>();
        readings.add(ClockReading.now());
        List<List<Sample>> samples = new ArrayList<>();
        List<Future<?>> tasks = new ArrayList<>();
        ScheduledExecutorService executor = Executors.newScheduledThreadPool(THREADS + 1);
        for (int i = 0; i < THREADS; i++) {
            List<Sample> own = new ArrayList<>();
            samples.add(own);
            tasks.add(executor.scheduleAtFixedRate(() -> sample(own), i, SAMPLING_MICROS, TimeUnit.MICROSECONDS));
        }
        tasks.add(executor.scheduleAtFixedRate(
                () -> readings.add(ClockReading.now()), READING_MILLIS, READING_MILLIS, TimeUnit.MILLISECONDS));
        executor.schedule(() -> tasks.forEach(task -> task.cancel(false)), duration.toMillis(), TimeUnit.MILLISECONDS)
                .get();
        executor.shutdown();
        if (!executor.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new IllegalStateException("a reading of the clock does not end");
        }
        readings.add(ClockReading.now());

        List<Sample> all = samples.stream().flatMap(List::stream).toList();
        TickScale scale = scale(readings);
        TickScale straight = scale(List.of(readings.get(0), readings.get(readings.size() - 1)));
        return new Result(
                scale.describe(),
                new Errors(all, scale),
                new Errors(all, straight),
                all.stream().filter(sample -> !sample.isClose()).count());
    }

    private static void sample(List<Sample> samples) {
        for (int i = 0; i < SAMPLES_AT_ONCE; i++) {
            samples.add(Sample.take());
        }
    }

    private static TickScale scale(List<ClockReading> readings) {
        TickScale scale = new TickScale(readings.get(0));
        readings.forEach(reading -> scale.add(reading.reading()));
        return scale;
    }
}
