package io.stepprofiler.benchmarks.report;

import com.sun.management.ThreadMXBean;
import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.report.faces.HtmlReportWriter;
import io.stepprofiler.report.faces.WindowBlocks;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Prints the time and the allocated bytes to make the page of a large window on one thread, and the size of the data of
 * each section: for a training whose steps are alike, for a random one, and for one with shapes, call stacks, modules
 * and samples.
 *
 * <pre>java -cp benchmarks/target/benchmarks.jar io.stepprofiler.benchmarks.report.PageMaking 1000000 7</pre>
 */
public final class PageMaking {
    private static final Map<String, LargeTraining> TRAININGS = Map.of(
            "alike", new LargeTraining(true, false),
            "random", new LargeTraining(false, false),
            "detailed", new LargeTraining(true, true));

    private static final double BASE64 = 4.0 / 3;
    private static final double NANOS_A_SECOND = 1e9;
    private static final double MEGABYTE = 1e6;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private PageMaking() {}

    /** Cost: wall-clock and processor time, and allocated memory. */
    private record Cost(double seconds, double cpuSeconds, double megabytes) {
        static Cost now() {
            return new Cost(
                    System.nanoTime() / NANOS_A_SECOND,
                    THREADS.getCurrentThreadCpuTime() / NANOS_A_SECOND,
                    THREADS.getCurrentThreadAllocatedBytes() / MEGABYTE);
        }

        Cost since(Cost before) {
            return new Cost(seconds - before.seconds, cpuSeconds - before.cpuSeconds, megabytes - before.megabytes);
        }
    }

    /** Measures with a number of events, a million by default, and makes each page a number of times, 5 by default. */
    public static void main(String[] arguments) throws IOException {
        int events = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        int times = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        for (String name : List.of("alike", "random", "detailed")) {
            measure(name, Objects.requireNonNull(TRAININGS.get(name)).trace(events), times);
        }
    }

    private static void measure(String name, Trace trace, int times) throws IOException {
        Cost[] reports = new Cost[times];
        Cost[] sections = new Cost[times];
        Cost[] files = new Cost[times];
        WindowBlocks blocks = WindowBlocks.NONE;
        for (int i = 0; i < times; i++) {
            Cost begin = Cost.now();
            WindowAnalysis recorded = new WindowAnalysis(trace);
            WindowReport window = StepReport.window(new StepReport.Source("", recorded, List.of()), RuleSet.all(), 1);
            Cost reported = Cost.now();
            blocks = WindowBlocks.of(recorded);
            Cost gathered = Cost.now();
            HtmlReportWriter.write(
                    new StepReport(StepReport.VERSION, List.of(window)),
                    List.of(blocks),
                    OutputStream.nullOutputStream());
            reports[i] = reported.since(begin);
            sections[i] = gathered.since(reported);
            files[i] = Cost.now().since(gathered);
        }
        System.out.printf(Locale.ROOT, "%s: %d events, medians of %d%n", name, trace.eventCount(), times);
        print("report of the steps", reports);
        print("data of sections", sections);
        print("the file", files);
        blocks.gzipped()
                .forEach((block, bytes) -> System.out.printf(
                        Locale.ROOT,
                        "  %-20s %6.2f bytes an event%n",
                        block,
                        BASE64 * bytes.length / trace.eventCount()));
    }

    private static void print(String what, Cost... costs) {
        System.out.printf(
                Locale.ROOT,
                "  %-20s %6.2f s, %6.2f s of a processor, %6.0f MB allocated%n",
                what,
                Quantiles.median(Arrays.stream(costs).mapToDouble(Cost::seconds)),
                Quantiles.median(Arrays.stream(costs).mapToDouble(Cost::cpuSeconds)),
                Quantiles.median(Arrays.stream(costs).mapToDouble(Cost::megabytes)));
    }
}
