package io.stepprofiler.cli;

import io.stepprofiler.analysis.report.TraceLedger;
import io.stepprofiler.analysis.report.TraceRun;
import io.stepprofiler.analysis.report.WindowLedger;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.cli.InputFiles.InputFile;
import io.stepprofiler.fleet.report.UnreadLedger;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * Step ledgers made of traces and reports, for ranks without a ledger of their own. Files are read one after the other;
 * a file that cannot be read is left out.
 */
final class TraceLedgers {
    private final FileRanks paths;
    private final List<StepLedger> ledgers = new ArrayList<>();
    private final List<UnreadLedger> unread = new ArrayList<>();
    private int byPath;

    private TraceLedgers(FileRanks paths) {
        this.paths = paths;
    }

    /**
     * Reads traces and reports. If some do not contain their rank, standard error has their number.
     *
     * @param files the files
     * @param known ledgers of the same run, whose ranks need no trace
     * @param limits limits of a file
     * @param line the command
     */
    static TraceLedgers read(List<InputFile> files, List<StepLedger> known, ReadLimits limits, CommandLine line) {
        TraceLedgers read = new TraceLedgers(FileRanks.of(files));
        read.all(files, new InputWindows(limits, line), line);
        List<Integer> ranks = known.stream().flatMap(TraceLedgers::rank).toList();
        read.ledgers.removeIf(ledger -> rank(ledger).anyMatch(ranks::contains));
        return read;
    }

    List<StepLedger> ledgers() {
        return ledgers;
    }

    List<UnreadLedger> unread() {
        return unread;
    }

    /** Returns whether each rank of a run has a ledger; of a run without ranks, its processes have. */
    static boolean isComplete(List<StepLedger> known) {
        int world = known.stream()
                .mapToInt(ledger -> ledger.run().worldSize())
                .max()
                .orElse(0);
        return !known.isEmpty()
                && known.stream().flatMap(TraceLedgers::rank).distinct().count() >= world;
    }

    private static Stream<Integer> rank(StepLedger ledger) {
        return ledger.run().rank().stream().boxed();
    }

    private void all(List<InputFile> files, InputWindows windows, CommandLine line) {
        for (InputFile file : files) {
            try {
                windows.read(
                        List.of(file),
                        (input, report, index) ->
                                ledgers.add(of(report.report().windows().get(index), input)),
                        (input, opened) -> {
                            Input.tellMissing(opened, line);
                            ledgers.add(of(opened.trace(), input));
                        });
            } catch (IOException e) {
                unread.add(new UnreadLedger(file.path().toString(), Reason.of(e)));
            }
        }
        long without =
                ledgers.stream().filter(ledger -> ledger.run().rank().isEmpty()).count();
        remark(line, byPath, "windows contain no rank: their ranks are taken from their paths");
        remark(line, without, "windows have no rank: without any rank, processes are ranks by host and process id");
    }

    private static void remark(CommandLine line, long count, String text) {
        if (count > 0) {
            line.getErr().println(line.getCommandName() + ": " + count + " " + text);
        }
    }

    private StepLedger of(WindowReport window, InputFile file) {
        byPath += window.run().rank() < 0 && paths.rank(file).isPresent() ? 1 : 0;
        return WindowLedger.of(paths.ranked(file, window));
    }

    private StepLedger of(Trace trace, InputFile file) {
        LedgerRun run = TraceRun.of(trace);
        OptionalInt rank = paths.rank(file);
        if (run.rank().isPresent() || rank.isEmpty()) {
            return TraceLedger.of(trace, run);
        }
        byPath++;
        return TraceLedger.of(trace, run.withRank(rank.getAsInt(), run.worldSize()));
    }
}
