package io.stepprofiler.benchmarks.report;

import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.report.faces.HtmlReportWriter;
import io.stepprofiler.report.faces.WindowBlocks;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ref.Reference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Prints the heap that the page of a window takes at most for each event, step, sample and name: the free heap beside the
 * trace, divided by the largest number for which the page can still be made.
 *
 * <pre>java -Xmx256m -Xmn16m -XX:+UseSerialGC -cp benchmarks/target/benchmarks.jar
 *     io.stepprofiler.benchmarks.report.ReportHeap</pre>
 */
public final class ReportHeap {
    private static final Map<String, IntFunction<Trace>> WINDOWS = new LinkedHashMap<>();

    static {
        WINDOWS.put("event, alike", count -> new LargeTraining(true, false).trace(count));
        WINDOWS.put("event, random", count -> new LargeTraining(false, false).trace(count));
        WINDOWS.put("event, detailed", count -> new LargeTraining(true, true).trace(count));
        WINDOWS.put("phase", count -> events(count, 20, EventKind.SCOPE, 10));
        WINDOWS.put("phase, 1000 names", count -> events(count, 20, EventKind.SCOPE, 1000));
        WINDOWS.put("wait", count -> events(count, 20, EventKind.WAIT, 10));
        WINDOWS.put("load", count -> events(count, 20, EventKind.DATA_LOADER, 10));
        WINDOWS.put("step with a phase", count -> events(count, count, EventKind.SCOPE, 10));
        WINDOWS.put("step with ten phases", count -> events(10 * count, count, EventKind.SCOPE, 10));
        WINDOWS.put("step with a wait", count -> events(count, count, EventKind.WAIT, 10));
        WINDOWS.put("name", count -> events(count, 20, EventKind.SCOPE, count));
        WINDOWS.put("sample", ReportHeap::samples);
        WINDOWS.put("memory event", ReportHeap::memory);
        WINDOWS.put("counter value", ReportHeap::counters);
    }

    private static final int FEWEST = 500;
    private static final double CLOSE = 1.05;

    private ReportHeap() {}

    /** Measures the windows of the given names, or all. */
    public static void main(String[] names) throws IOException {
        WINDOWS.keySet().retainAll(names.length == 0 ? WINDOWS.keySet() : List.of(names));
        for (Map.Entry<String, IntFunction<Trace>> each : WINDOWS.entrySet()) {
            int fits = FEWEST;
            int tooMany = Integer.MAX_VALUE;
            while ((double) tooMany / fits > CLOSE) {
                int next = tooMany == Integer.MAX_VALUE ? 2 * fits : (fits + tooMany) / 2;
                if (fits(each.getValue(), next)) {
                    fits = next;
                } else {
                    tooMany = next;
                }
            }
            Trace largest = each.getValue().apply(fits);
            try {
                long free = Runtime.getRuntime().maxMemory() - used();
                System.out.printf(
                        Locale.ROOT,
                        "%-22s %,10d fit into %4d MB: %,6d bytes%n",
                        each.getKey(),
                        fits,
                        free >> 20,
                        free / fits);
            } finally {
                Reference.reachabilityFence(largest);
            }
        }
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static boolean fits(IntFunction<Trace> window, int count) throws IOException {
        try {
            Trace trace = window.apply(count);
            WindowAnalysis recorded = new WindowAnalysis(trace);
            StepReport report = new StepReport(
                    StepReport.VERSION,
                    List.of(StepReport.window(new StepReport.Source("", recorded, List.of()), RuleSet.all(), 1)));
            HtmlReportWriter.write(report, List.of(WindowBlocks.of(recorded)), OutputStream.nullOutputStream());
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    /** Events of 600 ns on the thread of the steps, one each 1000 ns. */
    private static Trace events(int count, int steps, EventKind kind, int names) {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(1, "main");
        for (int i = 0; i < count; i++) {
            main.add(builder.nameId("name " + i % names, kind, ""), 1_000L * i, 600);
        }
        return withSteps(builder, count, steps);
    }

    private static Trace withSteps(TraceBuilder builder, int count, int steps) {
        long nanos = 1_000L * count / steps;
        for (int i = 0; i < steps; i++) {
            builder.step(new StepMark(i, i * nanos, nanos - 1, 1, false, nanos / 2));
        }
        return builder.window(new ClockAnchor(0, 0), new ClockAnchor(1_000L * count, 1_000L * count))
                .build();
    }

    private static Trace samples(int count) {
        TraceBuilder builder = new TraceBuilder();
        builder.thread(1, "main");
        for (int i = 0; i < count; i++) {
            int stack = builder.stackId(List.of(
                    new StackTraceElement("Model", "method" + i % 100, "Model.java", i % 100),
                    new StackTraceElement("Main", "main", "Main.java", 1)));
            builder.stackSample(new StackSample(1_000L * i, 1, SampleKind.JAVA, stack, 1_000));
        }
        return withSteps(builder, count, 20);
    }

    private static Trace memory(int count) {
        TraceBuilder builder = new TraceBuilder().options(RecordingOptions.ALL);
        builder.thread(1, "main");
        for (int i = 0; i < count; i++) {
            builder.memory(
                    i % 4 == 3
                            ? MemoryEvent.freed(1_000L * i, 1, i - 3, 64)
                            : MemoryEvent.allocated(1_000L * i, 1, i, 64));
        }
        return withSteps(builder, count, 20);
    }

    private static Trace counters(int count) {
        TraceBuilder builder = new TraceBuilder();
        builder.thread(1, "main");
        for (int i = 0; i < count; i++) {
            builder.counter("counter " + i % 10, 1_000L * i, i % 7);
        }
        return withSteps(builder, count, 20);
    }
}
