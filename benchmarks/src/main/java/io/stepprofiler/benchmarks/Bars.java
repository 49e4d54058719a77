package io.stepprofiler.benchmarks;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs all benchmarks and prints, as a Markdown table, the ratios of docs/PERFORMANCE.md, each measured within one run.
 *
 * <pre>java -cp benchmarks/target/benchmarks.jar io.stepprofiler.benchmarks.Bars</pre>
 *
 * <p>With the argument {@code quick} it takes a minute and the figures are rough.
 */
public final class Bars {
    private static final double MILLIS_A_SECOND = 1000;

    private final Map<String, Double> scores = new TreeMap<>();
    private final Map<String, Double> bytes = new TreeMap<>();

    private Bars() {}

    /** Runs the benchmarks; the only argument is {@code quick} or none. */
    public static void main(String[] arguments) throws RunnerException, IOException {
        boolean quick = Arrays.asList(arguments).contains("quick");
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include("io.stepprofiler.benchmarks")
                        .forks(quick ? 1 : 2)
                        .warmupIterations(quick ? 2 : 5)
                        .warmupTime(TimeValue.seconds(1))
                        .measurementIterations(quick ? 2 : 5)
                        .measurementTime(TimeValue.seconds(1))
                        .jvmArgs("-Xms4g", "-Xmx4g", "--enable-native-access=ALL-UNNAMED")
                        .addProfiler(GCProfiler.class)
                        .build())
                .run();
        Bars bars = new Bars();
        results.forEach(bars::keep);
        bars.print(LedgerCost.measure());
    }

    private void keep(RunResult result) {
        String benchmark = result.getParams().getBenchmark().replaceAll(".*\\.(\\w+\\.\\w+)$", "$1");
        String threads = result.getParams().getParam("threads");
        String key = threads == null ? benchmark : benchmark + "(" + threads + ")";
        scores.put(key, result.getPrimaryResult().getScore());
        result.getSecondaryResults().forEach((label, secondary) -> {
            if (label.contains("gc.alloc.rate.norm")) {
                bytes.put(key, secondary.getScore());
            }
        });
    }

    private double score(String benchmark) {
        return required(scores, benchmark);
    }

    private String bytes(String benchmark) {
        return String.format(Locale.ROOT, "%.1f B/op", required(bytes, benchmark));
    }

    private static double required(Map<String, Double> figures, String benchmark) {
        Double figure = figures.get(benchmark);
        if (figure == null) {
            throw new IllegalStateException("no result of " + benchmark);
        }
        return figure;
    }

    private void print(LedgerCost ledger) {
        double clock = score("ScopeBenchmark.twoNanoTimes");
        double empty = score("IdleBenchmark.emptyMethod");
        System.out.println("| what | figure | bar |\n|---|---|---|");
        print(List.of(
                row("two `System.nanoTime()` calls", clock, "ns", ""),
                clock("two readings of the counter", "ClockBenchmark.twoReadings", ""),
                clock("scope by label, counter", "ClockBenchmark.labelScope", "ScopeBenchmark.labelScope"),
                clock("scope by string, counter", "ClockBenchmark.stringScope", "ScopeBenchmark.stringScope"),
                clock("token pair, counter", "ClockBenchmark.token", "ScopeBenchmark.token"),
                times("scope by label, recording", "ScopeBenchmark.labelScope", clock, "≤ 1.15 ×, 0 B/op"),
                times("scope by string, recording", "ScopeBenchmark.stringScope", clock, "≤ 1.15 ×, 0 B/op"),
                times("token pair, recording", "ScopeBenchmark.token", clock, "≤ 1.10 ×, 0 B/op"),
                half("marker, recording", "ScopeBenchmark.marker", "≤ 1.2 × half a scope, 0 B/op"),
                half("change of a counter, recording", "ScopeBenchmark.counterChange", "≤ 1.2 × half a scope, 0 B/op"),
                times("task, recording", "ScopeBenchmark.task", clock, "0 B/op"),
                times("operation with shapes, recording", "ScopeBenchmark.operation", clock, "≤ 100 ns, 0 B/op"),
                times("operation with shapes, token", "ScopeBenchmark.operationToken", clock, "≤ 100 ns, 0 B/op"),
                times(
                        "scope with call stack, recording",
                        "ScopeBenchmark.scopeWithStack",
                        clock,
                        "≤ 1500 ns, ≤ 500 B/op"),
                times("allocation and freeing, recording", "ScopeBenchmark.memoryPair", clock, "0 B/op"),
                times(
                        "flight recorder event, recording",
                        "ScopeBenchmark.flightRecorderEvent",
                        clock,
                        "slower than ours"),
                times("OpenTelemetry SDK span, sampled", "ScopeBenchmark.openTelemetrySpan", clock, "slower than ours"),
                row("empty method", empty, "ns", ""),
                above("scope by label, not recording", "IdleBenchmark.labelScope", empty),
                above("scope by string, not recording", "IdleBenchmark.stringScope", empty),
                above("token pair, not recording", "IdleBenchmark.token", empty),
                step("`step()` under NONE, with the ledger", "IdleBenchmark.step"),
                row("ledger, bytes of the file a step", ledger.onDisk(), "B", "≤ 64 B"),
                row("ledger, bytes that a step allocates", ledger.onHeap(), "B", "0 B"),
                step("`step()`, recording", "StepBenchmark.recordedStep"),
                twoThreads(),
                events("Chrome JSON of 1 million events", "TraceBenchmark.json", "≥ 3 million/s"),
                events("Chrome JSON, gzip, of 1 million events", "TraceBenchmark.jsonGz", "≥ 2.5 million/s"),
                events("Perfetto packets of 1 million events", "TraceBenchmark.perfettoTrace", ""),
                events("Perfetto, gzip, of 1 million events", "TraceBenchmark.pftrace", "≥ 5 million/s"),
                events("XSpace of 1 million events", "TraceBenchmark.xplane", "≥ 3 million/s"),
                xplaneBytes(),
                events("key averages of 1 million events", "TraceBenchmark.keyAverages", "≥ 10 million/s"),
                events(
                        "key averages by shapes and stacks of 1 million events",
                        "TraceBenchmark.keyAveragesByShapesAndStacks",
                        "≥ 5 million/s"),
                row(
                        "memory timeline of 1 million memory events",
                        score("MemoryBenchmark.json") / MILLIS_A_SECOND,
                        "s",
                        "≤ 1 s")));
    }

    private record Row(String what, String figure, String bar) {}

    private static Row row(String what, double figure, String unit, String bar) {
        return new Row(what, String.format(Locale.ROOT, "%.2f %s", figure, unit), bar);
    }

    private Row step(String what, String benchmark) {
        String bar = String.format(
                Locale.ROOT,
                "a reading of processor time and ≤ 500 ns; %.2f × the reading",
                score(benchmark) / score("StepBenchmark.cpuTime"));
        return row(what, score(benchmark), "ns", bar);
    }

    private Row half(String what, String benchmark, String bar) {
        double score = score(benchmark);
        double half = score("ScopeBenchmark.labelScope") / 2;
        String figure = String.format(
                Locale.ROOT, "%.2f ns = %.2f × half a scope by label, %s", score, score / half, bytes(benchmark));
        return new Row(what, figure, bar);
    }

    private Row times(String what, String benchmark, double clock, String bar) {
        double score = score(benchmark);
        String figure =
                String.format(Locale.ROOT, "%.2f ns = %.2f × the clock, %s", score, score / clock, bytes(benchmark));
        return new Row(what, figure, bar);
    }

    /**
     * Row of a benchmark timed by the processor's counter, compared with two readings of it and with the same benchmark
     * timed by nanoTime().
     */
    private Row clock(String what, String benchmark, String sameByNanoTime) {
        if (!scores.containsKey(benchmark)) {
            return new Row(what, "the counter cannot be used here", "");
        }
        double score = score(benchmark);
        if (sameByNanoTime.isEmpty()) {
            return row(what, score, "ns", "");
        }
        String figure = String.format(
                Locale.ROOT,
                "%.2f ns = %.2f × the counter, %.2f × by nanoTime, %s",
                score,
                score / score("ClockBenchmark.twoReadings"),
                score / score(sameByNanoTime),
                bytes(benchmark));
        return new Row(what, figure, "≤ 1.25 ×, ≤ 0.55 ×, 0 B/op");
    }

    private Row above(String what, String benchmark, double empty) {
        double score = score(benchmark);
        String figure = String.format(Locale.ROOT, "%.2f ns above, %s", score - empty, bytes(benchmark));
        return new Row(what, figure, "≤ 1.0 ns above an empty method, 0 B/op");
    }

    private Row twoThreads() {
        double scopes = twoThreads("batchOnEachThread");
        double readings = twoThreads("readingsOnEachThread");
        return new Row(
                "2 threads over 1 thread",
                String.format(
                        Locale.ROOT,
                        "%.2f × = %.2f of the %.2f × of bare readings",
                        scopes,
                        scopes / readings,
                        readings),
                "≥ 0.97 of bare readings");
    }

    private double twoThreads(String benchmark) {
        String name = "ThreadsBenchmark." + benchmark;
        return 2 * score(name + "(1)") / score(name + "(2)");
    }

    private static Row xplaneBytes() {
        double bytes = (double) MillionEvents.bytes("host.xplane.pb") / MillionEvents.EVENTS;
        return row("XSpace of 1 million events, bytes an event", bytes, "B", "≤ 30 B");
    }

    private Row events(String what, String benchmark, String bar) {
        return new Row(what, String.format(Locale.ROOT, "%.1f million/s", score(benchmark) / 1e6), bar);
    }

    private static void print(List<Row> rows) {
        rows.forEach(row -> System.out.println("| " + row.what + " | " + row.figure + " | " + row.bar + " |"));
    }
}
