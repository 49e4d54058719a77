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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * Step ledgers made of traces and reports, for ranks without a ledger of their own. Files are read one after the other;
 * a file that cannot be read is left out.
 *
 * @param ledgers the ledgers
 * @param unread the files that are left out
 */
record TraceLedgers(List<StepLedger> ledgers, List<UnreadLedger> unread) {
    /** Number of a rank in the path of a file, such as {@code rank_3}, {@code rank3} and {@code rank-3}. */
    private static final Pattern RANK = Pattern.compile("(?i)(?<![a-z])rank[_-]?(\\d{1,6})(?!\\d)");

    /**
     * Reads traces and reports. A file without a rank has the rank that its path contains, or the place of its host in
     * an XProf session; each gets a remark on standard error.
     *
     * @param files the files
     * @param known ledgers of the same run; their ranks need no trace
     * @param limits limits of a file
     * @param line the command
     */
    static TraceLedgers read(List<InputFile> files, List<StepLedger> known, ReadLimits limits, CommandLine line) {
        List<StepLedger> ledgers = new ArrayList<>();
        List<UnreadLedger> unread = new ArrayList<>();
        if (isComplete(known)) {
            return new TraceLedgers(ledgers, unread);
        }
        SessionHosts hosts = SessionHosts.of(files);
        InputWindows windows = new InputWindows(limits, line);
        for (InputFile file : files) {
            try {
                windows.read(
                        List.of(file),
                        (input, report, index) -> ledgers.add(
                                WindowLedger.of(ranked(report.report().windows().get(index), input, hosts))),
                        (input, opened) -> {
                            Input.tellMissing(opened, line);
                            ledgers.add(ledger(opened.trace(), input, hosts));
                        });
            } catch (IOException e) {
                unread.add(new UnreadLedger(file.path().toString(), Reason.of(e)));
            }
        }
        List<Integer> ranks = known.stream().flatMap(TraceLedgers::rank).toList();
        ledgers.removeIf(ledger -> rank(ledger).anyMatch(ranks::contains));
        return new TraceLedgers(ledgers, unread);
    }

    /** Returns whether each rank of a run has a ledger; of a run without ranks, its processes have. */
    private static boolean isComplete(List<StepLedger> known) {
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

    private static StepLedger ledger(Trace trace, InputFile file, SessionHosts hosts) {
        LedgerRun run = TraceRun.of(trace);
        OptionalInt other = run.rank().isPresent() ? OptionalInt.empty() : rank(file, hosts);
        return TraceLedger.of(trace, other.isPresent() ? run.withRank(other.getAsInt(), run.worldSize()) : run);
    }

    private static WindowReport ranked(WindowReport window, InputFile file, SessionHosts hosts) {
        OptionalInt other = window.run().rank() >= 0 ? OptionalInt.empty() : rank(file, hosts);
        return other.isPresent()
                ? window.withRun(window.run().withRank(other.getAsInt(), window.run().worldSize()))
                : window;
    }

    /** Returns the last rank that the path of a file contains, or that its host has in a session. */
    private static OptionalInt rank(InputFile file, SessionHosts hosts) {
        OptionalInt rank = hosts.rank(file);
        Matcher named = RANK.matcher(file.name());
        while (named.find()) {
            rank = OptionalInt.of(Integer.parseInt(named.group(1)));
        }
        return rank;
    }
}
