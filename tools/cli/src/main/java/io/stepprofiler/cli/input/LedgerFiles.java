package io.stepprofiler.cli.input;

import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.cli.spark.FleetEngine;
import io.stepprofiler.fleet.FleetLedgers;
import io.stepprofiler.fleet.KeptLedgers;
import io.stepprofiler.fleet.LedgerSource;
import io.stepprofiler.fleet.RankLedgers;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.fleet.report.UnreadLedger;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.report.faces.RankParts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Step ledgers of a run; a rank without a ledger has one made of its trace. A file that cannot be read is reported and
 * left out, also if it is named: among thousands of ranks, some files are damaged.
 *
 * @param ledgers the ledgers, by path
 * @param unread the files that are left out
 * @param windows the windows of traces and reports, for the parts of their steps
 * @param steps returns the steps of these ledgers by rank
 */
public record LedgerFiles(
        List<LedgerSource> ledgers,
        List<UnreadLedger> unread,
        List<WindowReport> windows,
        Function<RankLedgers, FleetLedgers> steps) {
    /** Number of files from which on the progress is shown. */
    private static final int MANY = 256;

    /**
     * Reads step ledgers and, if ranks of the run have none, traces and reports.
     *
     * @param given ledgers, traces, directories of these, and patterns such as {@code log/*.steps}
     * @param limits limits of a trace
     * @param command the command, for what it reports
     * @throws IOException if nothing is found, or no file can be read
     */
    public static LedgerFiles read(List<Path> given, ReadLimits limits, Subcommand command) throws IOException {
        Optional<FleetEngine> engine = FleetEngine.installed();
        if (engine.isPresent()) {
            FleetEngine.Read read = engine.get().read(given);
            return new LedgerFiles(read.ledgers(), read.unread(), List.of(), read.steps());
        }
        List<InputFile> ledgers = new ArrayList<>();
        List<Path> others = new ArrayList<>();
        for (Path path : given) {
            Path each = Unpacked.of(path);
            boolean isSearched = Files.isDirectory(each) && !Traces.recognizes(each);
            for (Path file : isSearched ? InputFile.in(each, InputFile::isLedger) : matching(each)) {
                if (InputFile.isLedger(file)) {
                    ledgers.add(InputFile.named(file, false));
                } else {
                    others.add(file);
                }
            }
            if (isSearched) {
                others.add(each);
            }
        }
        try (RunInput input = RunInput.ofRanks(ledgers, limits, command)) {
            return read(input, others, given.get(0), command);
        }
    }

    private static LedgerFiles read(RunInput input, List<Path> others, Path given, Subcommand command)
            throws IOException {
        List<LedgerSource> ledgers = new ArrayList<>();
        List<WindowReport> windows = new ArrayList<>();
        readAll(input, ledgers, windows, command);
        if (!isComplete(ledgers)) {
            for (Path each : others) {
                input.add(InputFile.at(each));
            }
            if (input.files().isEmpty()) {
                throw new IOException(
                        given + " contains no step ledger (*" + StepLedger.SUFFIX + "), no trace and no report");
            }
            List<LedgerSource> ofTraces = new ArrayList<>();
            int byPath = readAll(input, ofTraces, windows, command);
            remark(byPath, "windows contain no rank: their ranks are taken from their paths", command);
            remark(
                    ofTraces.size() - rankOfEach(ofTraces).size(),
                    "windows have no rank: without any rank, processes are ranks by host and process id",
                    command);
            Set<Integer> known = new HashSet<>(rankOfEach(ledgers));
            ofTraces.removeIf(each -> each.run().rank().stream().anyMatch(known::contains));
            ledgers.addAll(ofTraces);
        }
        input.finish();
        return new LedgerFiles(ledgers, input.unread(), windows, FleetLedgers::of);
    }

    /** Adds the ledgers of all windows; returns the number of windows whose rank only the path contains. */
    private static int readAll(
            RunInput input, List<LedgerSource> ledgers, List<WindowReport> windows, Subcommand command)
            throws IOException {
        List<InputFile> byPath = new ArrayList<>();
        KeptLedgers kept = new KeptLedgers();
        try (StatusLine status = command.progress()) {
            input.forEach(window -> {
                int files = input.files().size();
                int count = ledgers.size() + input.unread().size();
                if (files > MANY && count % MANY == 0) {
                    status.show("read", "Reading step ledgers: " + count + " of " + files);
                }
                StepLedger ledger = window.ledger();
                if (window.isLedger()) {
                    ledgers.add(kept.add(ledger, window.file().path()));
                } else {
                    ledgers.add(LedgerSource.of(ledger, () -> ledger));
                    windows.add(window.ranked(window.report(new RuleSet(List.of()), files)));
                }
                if (window.isRankedByPath()) {
                    byPath.add(window.file());
                }
            });
        }
        return byPath.size();
    }

    private static void remark(int count, String text, Subcommand command) {
        if (count > 0) {
            command.remark(count + " " + text);
        }
    }

    /** Returns whether each rank of a run has a ledger; of a run without ranks, its processes have. */
    private static boolean isComplete(List<LedgerSource> known) {
        int world = known.stream()
                .mapToInt(ledger -> ledger.run().worldSize())
                .max()
                .orElse(0);
        return !known.isEmpty() && rankOfEach(known).stream().distinct().count() >= world;
    }

    private static List<Integer> rankOfEach(List<LedgerSource> ledgers) {
        return ledgers.stream()
                .flatMap(each -> each.run().rank().stream().boxed())
                .toList();
    }

    /**
     * Compares the ranks.
     *
     * @param labels adds labels to the place of a rank
     * @throws IOException if they are more than a fleet may have
     */
    public FleetReport report(UnaryOperator<RankPlace> labels) throws IOException {
        try {
            RankLedgers ranks = RankLedgers.of(ledgers, labels);
            return FleetReport.of(ranks, steps.apply(ranks), unread).withParts(RankParts.medians(windows));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** {@return facts about the processes} */
    public List<LedgerRun> heads() {
        return ledgers.stream().map(LedgerSource::run).toList();
    }

    /** The file, or the files that match a pattern. */
    private static List<Path> matching(Path given) throws IOException {
        if (Files.exists(given) || !isPattern(given)) {
            return List.of(given);
        }
        Path directory = given;
        while (directory != null && isPattern(directory)) {
            directory = directory.getParent();
        }
        PathMatcher matcher = given.getFileSystem().getPathMatcher("glob:" + given);
        return InputFile.in(directory == null ? Path.of("") : directory, matcher::matches);
    }

    private static boolean isPattern(Path path) {
        return path.toString().chars().anyMatch(sign -> "*?[{".indexOf(sign) >= 0);
    }
}
