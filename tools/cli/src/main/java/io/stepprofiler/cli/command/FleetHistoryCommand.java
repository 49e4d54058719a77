package io.stepprofiler.cli.command;

import io.stepprofiler.cli.input.EnumWords;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.input.InputFile;
import io.stepprofiler.cli.input.LedgerFiles;
import io.stepprofiler.cli.input.ReadLimits;
import io.stepprofiler.cli.input.Reason;
import io.stepprofiler.cli.input.StatusLine;
import io.stepprofiler.cli.input.TableCommand;
import io.stepprofiler.cli.live.WantedCapture;
import io.stepprofiler.cli.spark.FleetEngine;
import io.stepprofiler.fleet.history.FleetHistory;
import io.stepprofiler.fleet.history.RecordedRun;
import io.stepprofiler.fleet.history.RunMetric;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.report.faces.HistoryText;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reports the runs from which on the figures of a job differ. */
@Command(
        name = "history",
        description = {
            "Reports the runs from which on the figures of a job differ, and the versions, flags and hosts that differ there.",
            "The runs are the directories in a directory that contain step ledgers; a ledger in the directory itself is"
                    + " a run, too."
        },
        mixinStandardHelpOptions = true,
        exitCodeList = {
            "0:done, or no change of --fail-on",
            "1:a change, with --fail-on; without it, a file was left out",
            "2:failed, or not understood; with --fail-on also if there is no change, but a file was left out"
        })
final class FleetHistoryCommand extends TableCommand {
    private static final int MAX_RUNS = 10_000;

    @Parameters(paramLabel = "DIRECTORY", description = "directory of the runs of one job")
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

    /** Converts words such as {@code typical}. */
    static final class MetricConverter extends EnumWords<RunMetric> {}

    /** Converts words such as {@code changed}. */
    static final class FailOnConverter extends EnumWords<FailOn> {}

    @Override
    public Integer call() throws IOException {
        Instant earliest = since == null ? Instant.MIN : Instant.now().minus(since);
        List<RecordedRun> runs = new ArrayList<>();
        int unread = read(earliest, runs);
        FleetHistory history = FleetHistory.of(runs, metrics);
        out().print(isCsv ? csv(history.runs()) : HistoryText.of(history, metrics));
        FailOn least = failOn;
        if (least != null
                && history.changes().stream()
                        .anyMatch(each ->
                                least == FailOn.SUSPECTED || each.change().isSure())) {
            return DiffCommand.REGRESSION;
        }
        if (unread == 0) {
            return ExitCode.DONE;
        }
        // Runs that could not be read might differ.
        return least == null ? ExitCode.INCOMPLETE : ExitCode.FAILED;
    }

    /** Adds the runs one after the other: the steps of one run at a time are in memory; returns the files left out. */
    private int read(Instant earliest, List<RecordedRun> runs) throws IOException {
        int unread = 0;
        List<Path> candidates = candidates();
        try (StatusLine status = progress()) {
            for (Path candidate : candidates) {
                status.show("runs", "Reading runs: " + runs.size() + " of " + candidates.size());
                try {
                    LedgerFiles files = LedgerFiles.read(List.of(candidate), limits, this);
                    unread += files.unread().size();
                    RecordedRun run = run(directory.relativize(candidate).toString(), files);
                    if (!Instant.ofEpochSecond(0, run.startEpochNanos()).isBefore(earliest)) {
                        runs.add(run);
                    }
                } catch (IOException e) {
                    remark("left out: " + Reason.of(e));
                    unread++;
                }
            }
        }
        if (runs.isEmpty()) {
            throw new IOException(directory + " contains no run" + (since == null ? "" : " since " + earliest)
                    + ": runs are directories of step ledgers (*" + StepLedger.SUFFIX + ")");
        }
        return unread;
    }

    private static RecordedRun run(String name, LedgerFiles files) throws IOException {
        try {
            return RecordedRun.of(name, files.heads(), files.report(UnaryOperator.identity()));
        } catch (IOException e) {
            throw new IOException(name + ": " + e.getMessage(), e);
        }
    }

    private List<Path> candidates() throws IOException {
        InputFile.checkDirectory(directory);
        List<Path> candidates = new ArrayList<>();
        try (DirectoryStream<Path> inside = Files.newDirectoryStream(directory)) {
            for (Path each : inside) {
                // A packing that was killed leaves hidden directories in a lake.
                boolean isRun = (!Files.isHidden(each) && Files.isDirectory(each))
                        ? FleetEngine.isPacked(each)
                                || !InputFile.in(each, InputFile::isLedger).isEmpty()
                        : InputFile.isLedger(each);
                if (isRun) {
                    candidates.add(each);
                }
                if (candidates.size() > MAX_RUNS) {
                    throw new IOException(directory + " contains more than " + MAX_RUNS + " runs");
                }
            }
        }
        candidates.sort(null);
        return candidates;
    }
}
