package io.stepprofiler.cli;

import io.stepprofiler.fleet.history.FleetHistory;
import io.stepprofiler.fleet.history.MetricChange;
import io.stepprofiler.fleet.history.RunMetric;
import io.stepprofiler.report.faces.HistoryText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reports the runs from which on the figures of a job differ. */
@Command(
        name = "history",
        description = {
            "Reports the runs from which on the figures of a job differ, and the versions, flags and hosts that differ there.",
            "The runs are the directories in a directory that contain step ledgers; a ledger in the directory itself is"
                    + " a run, too."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done, or no change of --fail-on",
            "1:a change, with --fail-on; without it, a file was left out",
            "2:failed, or not understood; with --fail-on also if there is no change, but a file was left out"
        })
final class FleetHistoryCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIRECTORY", description = "directory of the runs of one job")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private Path directory;

    @Option(
            names = "--metric",
            paramLabel = "ID",
            split = ",",
            converter = MetricConverter.class,
            description = "figures to search: ${COMPLETION-CANDIDATES}; default all")
    private List<RunMetric> metrics = List.of(RunMetric.values());

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = WantedCapture.Time.class,
            description = "leave out runs that started earlier, such as 14d ago")
    private @Nullable Duration since;

    /** Changes that make the command exit with 1. */
    enum FailOn {
        CHANGED,
        SUSPECTED
    }

    @Option(
            names = "--fail-on",
            paramLabel = "WHAT",
            converter = FailOnConverter.class,
            description = "exit with 1 on a change: changed, or also suspected")
    private @Nullable FailOn failOn;

    @Mixin
    private ReadLimits limits = new ReadLimits();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    /** Converts words such as {@code typical}. */
    static final class MetricConverter extends EnumWords<RunMetric> {
        /** Made by picocli. */
        MetricConverter() {
            super(RunMetric.class);
        }
    }

    /** Converts words such as {@code changed}. */
    static final class FailOnConverter extends EnumWords<FailOn> {
        /** Made by picocli. */
        FailOnConverter() {
            super(FailOn.class);
        }
    }

    @Override
    public Integer call() throws IOException {
        CommandLine line = spec.commandLine();
        Instant earliest = since == null ? Instant.MIN : Instant.now().minus(since);
        JobRuns runs = JobRuns.in(directory, earliest, limits, line);
        FleetHistory history = FleetHistory.of(runs.runs(), metrics);
        line.getOut().print(HistoryText.of(history, metrics));
        FailOn least = failOn;
        if (least != null && history.changes().stream().anyMatch(change -> fails(change, least))) {
            return DiffCommand.REGRESSION;
        }
        if (runs.unread() == 0) {
            return ExitCode.DONE;
        }
        // Runs that could not be read might differ.
        return least == null ? ExitCode.INCOMPLETE : ExitCode.FAILED;
    }

    private static boolean fails(MetricChange change, FailOn least) {
        return least == FailOn.SUSPECTED || change.change().isSure();
    }
}
