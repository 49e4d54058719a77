package io.stepprofiler.cli.command;

import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.report.faces.FleetDocument;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Reports of a job while it runs, one after another, until a finding or Ctrl-C. The last one is written before the end. */
final class FollowedFleet implements AutoCloseable {
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss ");

    /** Figures of a verdict that differ in each report. */
    private static final Pattern FIGURE = Pattern.compile("\\d[\\d.,]* (ns|µs|ms|s|%|steps)");

    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final CountDownLatch written = new CountDownLatch(1);

    /** Lets Ctrl-C end the reports, and waits for {@link #close} then. */
    FollowedFleet() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::interrupt, "stepprof-follow"));
    }

    /** Ends the reports, and waits until the last one is written, ten seconds at most. */
    void interrupt() {
        interrupted.countDown();
        try {
            boolean unused = written.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the last report, and prints a line for the first verdict and for each change of it. */
    FleetReport last(Callable<FleetReport> source, Duration interval, Predicate<FleetReport> isFound, PrintWriter to)
            throws Exception {
        FleetReport report;
        String shown = "";
        do {
            report = source.call();
            String verdict = FleetDocument.firstLine(report);
            String kind = FIGURE.matcher(verdict).replaceAll("");
            if (!kind.equals(shown)) {
                to.println(LocalTime.now(ZoneId.systemDefault()).format(CLOCK)
                        + report.read().steps().places().size() + " ranks read, "
                        + report.comparison().extent().steps() + " steps: " + verdict);
            }
            shown = kind;
        } while (!isFound.test(report) && !interrupted.await(interval.toMillis(), TimeUnit.MILLISECONDS));
        return report;
    }

    @Override
    public void close() {
        written.countDown();
    }
}
