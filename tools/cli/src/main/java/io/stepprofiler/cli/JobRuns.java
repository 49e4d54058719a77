package io.stepprofiler.cli;

import io.stepprofiler.fleet.history.RecordedRun;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.ledger.StepLedger;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/**
 * The runs of a job.
 *
 * @param runs the runs
 * @param unread number of files that are left out
 */
record JobRuns(List<RecordedRun> runs, int unread) {
    private static final int MAX_RUNS = 10_000;

    /**
     * Reads the runs in a directory one after the other, so that the steps of one run at a time are in memory.
     *
     * @param directory the directory, whose directories are runs, and whose ledgers are runs
     * @param earliest start of the earliest run
     * @param limits limits of a trace, of runs without a ledger of each rank
     * @param line the command, for what it reports
     * @throws IOException if there is no run, or the directory cannot be read
     */
    static JobRuns in(Path directory, Instant earliest, ReadLimits limits, CommandLine line) throws IOException {
        List<RecordedRun> runs = new ArrayList<>();
        int unread = 0;
        List<Path> candidates = candidates(directory);
        try (StatusLine status = new StatusLine(line.getErr(), Terminal.isThere())) {
            for (Path candidate : candidates) {
                status.show("runs", "Reading runs: " + runs.size() + " of " + candidates.size());
                try {
                    LedgerFiles files = LedgerFiles.read(List.of(candidate), limits, line);
                    unread += files.unread().size();
                    RecordedRun run = run(directory.relativize(candidate).toString(), files);
                    if (!Instant.ofEpochSecond(0, run.startEpochNanos()).isBefore(earliest)) {
                        runs.add(run);
                    }
                } catch (IOException e) {
                    ReadFiles.leaveOut(e, line);
                    unread++;
                }
            }
        }
        if (runs.isEmpty()) {
            throw new IOException(
                    directory + " contains no run" + (earliest.equals(Instant.MIN) ? "" : " since " + earliest)
                            + ": runs are directories of step ledgers (*" + StepLedger.SUFFIX + ")");
        }
        return new JobRuns(runs, unread);
    }

    private static RecordedRun run(String name, LedgerFiles files) throws IOException {
        try {
            return RecordedRun.of(name, files.ledgers(), FleetReport.of(files.ledgers(), files.unread()));
        } catch (IllegalArgumentException e) {
            throw new IOException(name + ": " + e.getMessage(), e);
        }
    }

    private static List<Path> candidates(Path directory) throws IOException {
        InputFiles.checkDirectory(directory);
        List<Path> candidates = new ArrayList<>();
        try (DirectoryStream<Path> inside = Files.newDirectoryStream(directory)) {
            for (Path each : inside) {
                // A packing that was killed leaves hidden directories in a lake.
                boolean isRun = (!Files.isHidden(each) && Files.isDirectory(each))
                        ? LedgerFiles.isPacked(each) || LedgerFiles.isAnyIn(each)
                        : LedgerFiles.isLedger(each);
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
