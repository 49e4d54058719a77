package io.stepprofiler.report.faces;

import static io.stepprofiler.amount.Amount.time;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.report.RunReport;
import io.stepprofiler.analysis.run.LedgerSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Sentences about all steps of a run. */
final class RunLines {
    private static final int MOST_WINDOWS = 4;
    private static final double LEAST_SHARE = 0.01;

    private RunLines() {}

    static List<String> of(RunReport report) {
        LedgerSteps run = report.steps();
        List<String> lines = new ArrayList<>();
        lines.add((report.rank() < 0 ? "" : "Rank " + report.rank() + ": ")
                + Amount.count(run.steps(), "step") + " in " + time(run.nanos()) + "; step time: median "
                + time(run.stepTime().median()) + ", 90th percentile "
                + time(run.stepTime().p90())
                + ", 99th percentile " + time(run.p99Nanos()) + ", longest "
                + time(run.stepTime().max())
                + shares(run));
        if (run.warmUp().warmUpSteps() > 0) {
            long slower = run.warmUp().warmUpSteps();
            lines.add(String.format(
                    Locale.ROOT,
                    "The first %s slower than later ones: their median is %.1f times as long; %s in all.",
                    slower == 1 ? "step is" : slower + " steps are",
                    run.warmUp().warmUpFactor(),
                    time(run.warmUp().warmUpNanos())));
        }
        if (!run.windows().isEmpty()) {
            lines.add("Windows: steps "
                    + run.windows().stream()
                            .limit(MOST_WINDOWS)
                            .map(each -> each.first() + " to " + each.last())
                            .collect(Collectors.joining(", "))
                    + (run.windows().size() > MOST_WINDOWS
                            ? " and " + (run.windows().size() - MOST_WINDOWS) + " more windows."
                            : "."));
        }
        if (run.shares().profilerShare() >= LEAST_SHARE) {
            lines.add("Besides, " + time((long) (run.shares().profilerShare() * run.nanos()))
                    + " passed between steps, in which the profiler worked or was stopped; no figure contains it.");
        }
        if (run.lostSteps() > 0) {
            lines.add(Amount.count(run.lostSteps(), "step is", "steps are") + " not in the ledger.");
        }
        return lines;
    }

    private static String shares(LedgerSteps run) {
        String shares = share(run.shares().processorShare(), " on a processor")
                + share(run.shares().pauseShare(), " paused by the garbage collector")
                + share(run.shares().inputShare(), " waiting for batches");
        return shares.isEmpty() ? "." : "; of the time" + shares.substring(1) + ".";
    }

    private static String share(double share, String circumstance) {
        return share <= 0 ? "" : ", " + Amount.share(share) + circumstance;
    }
}
