package io.stepprofiler.benchmarks;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Measures a recorded scope, an event of the flight recorder and a span of OpenTelemetry in one run of two minutes,
 * and prints them as ratios to two readings of the clock, with a plot.
 *
 * <pre>java -cp benchmarks/target/benchmarks.jar io.stepprofiler.benchmarks.ScopeComparison</pre>
 */
public final class ScopeComparison {
    private static final int WIDTH = 40;

    /** A benchmark, and its title in the output. */
    private record Row(String benchmark, String title) {}

    /** The first row is the unit of the ratios. */
    private static final List<Row> ROWS = List.of(
            new Row("ScopeBenchmark.twoNanoTimes", "two System.nanoTime() calls"),
            new Row("ScopeBenchmark.labelScope", "scope, timed by System.nanoTime()"),
            new Row("ClockBenchmark.labelScope", "scope, timed by the native library"),
            new Row("ScopeBenchmark.flightRecorderEvent", "event of the flight recorder"),
            new Row("ScopeBenchmark.openTelemetrySpan", "span of the OpenTelemetry SDK"));

    private ScopeComparison() {}

    /** Runs the benchmarks; without arguments. */
    public static void main(String[] arguments) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .forks(2)
                .warmupIterations(4)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(5)
                .measurementTime(TimeValue.seconds(1))
                .jvmArgs("--enable-native-access=ALL-UNNAMED")
                .addProfiler(GCProfiler.class);
        ROWS.forEach(row -> options.include("\\." + row.benchmark() + "$"));
        System.out.print(table(new Runner(options.build()).run()));
    }

    private static String table(Collection<RunResult> results) {
        Map<String, RunResult> byName = results.stream()
                .collect(Collectors.toMap(
                        result -> result.getParams().getBenchmark().replaceAll(".*\\.(\\w+\\.\\w+)$", "$1"),
                        result -> result));
        double unit =
                required(byName, ROWS.get(0).benchmark()).getPrimaryResult().getScore();
        double longest = results.stream()
                .mapToDouble(result -> result.getPrimaryResult().getScore())
                .max()
                .orElseThrow();
        // The benchmark of the counter has no result on a processor without it.
        return ROWS.stream()
                .filter(row -> byName.containsKey(row.benchmark()))
                .map(row -> line(row.title(), required(byName, row.benchmark()), unit, longest))
                .collect(Collectors.joining());
    }

    private static <T> T required(Map<String, T> results, String name) {
        return Objects.requireNonNull(results.get(name), name);
    }

    private static String line(String title, RunResult result, double unit, double longest) {
        Result<?> time = result.getPrimaryResult();
        double bytes =
                required(result.getSecondaryResults(), "gc.alloc.rate.norm").getScore();
        return String.format(
                Locale.ROOT,
                "%-34s %6.2f x  %7.1f ns ± %5.1f  %4.0f B  %s%n",
                title,
                time.getScore() / unit,
                time.getScore(),
                time.getScoreError(),
                bytes,
                "█".repeat((int) Math.round(WIDTH * time.getScore() / longest)));
    }
}
