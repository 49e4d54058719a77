package io.stepprofiler.cli;

import io.stepprofiler.cli.InputFiles.InputFile;
import io.stepprofiler.fleet.RankLedgers;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.fleet.report.UnreadLedger;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.ledger.StepLedger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * Step ledgers of a run; a rank without a ledger has one made of its trace. A file that cannot be read is reported and
 * left out, also if it is named: among thousands of ranks, some files are damaged.
 *
 * @param ledgers the ledgers, by path
 * @param unread the files that are left out
 */
record LedgerFiles(List<StepLedger> ledgers, List<UnreadLedger> unread) {
    private static final int MAX_DEPTH = 8;
    private static final int MAX_FILES = 200_000;

    /** Number of files from which on the progress is shown. */
    private static final int MANY = 256;

    /**
     * Reads step ledgers and, if ranks of the run have none, traces and reports.
     *
     * @param given ledgers, traces, directories of these, and patterns such as {@code log/*.steps}
     * @param limits limits of a trace
     * @param line the command, for what it reports
     * @throws IOException if nothing is found, or no file can be read
     */
    static LedgerFiles read(List<Path> given, ReadLimits limits, CommandLine line) throws IOException {
        List<StepLedger> ledgers = new ArrayList<>();
        List<UnreadLedger> unread = new ArrayList<>();
        Optional<FleetEngine> engine = FleetEngine.installed();
        if (engine.isPresent()) {
            engine.get().read(given, ledgers::add, unread::add);
            return new LedgerFiles(ledgers, unread);
        }
        List<InputFile> found = new ArrayList<>();
        for (Path each : given) {
            found.addAll(find(each));
        }
        List<InputFile> files =
                found.stream().filter(file -> isLedger(file.path())).toList();
        try (StatusLine status = new StatusLine(line.getErr(), Terminal.isThere())) {
            ReadFiles.each(
                    files,
                    file -> {
                        int count = ledgers.size() + unread.size();
                        if (files.size() > MANY && count % MANY == 0) {
                            status.show("read", "Reading step ledgers: " + count + " of " + files.size());
                        }
                        try {
                            ledgers.add(StepLedger.read(file.path()));
                        } catch (IOException e) {
                            unread.add(new UnreadLedger(file.path().toString(), Reason.of(e)));
                            throw e;
                        }
                    },
                    line);
        }
        if (!TraceLedgers.isComplete(ledgers)) {
            List<InputFile> traces = traces(given, found);
            if (traces.isEmpty() && ledgers.isEmpty()) {
                throw new IOException(
                        given.get(0) + " contains no step ledger (*" + StepLedger.SUFFIX + "), no trace and no report");
            }
            TraceLedgers read = TraceLedgers.read(traces, ledgers, limits, line);
            ledgers.addAll(read.ledgers());
            unread.addAll(read.unread());
            if (ledgers.isEmpty()) {
                throw new IOException(
                        unread.get(0).path() + ": " + unread.get(0).reason());
            }
        }
        return new LedgerFiles(ledgers, unread);
    }

    /**
     * Compares the ranks.
     *
     * @param labels adds labels to the place of a rank
     * @throws IOException if they are more than a fleet may have
     */
    FleetReport report(UnaryOperator<RankPlace> labels) throws IOException {
        try {
            return FleetReport.of(RankLedgers.of(ledgers, labels), unread);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** True if a file has the name of a ledger. */
    static boolean isLedger(Path file) {
        return file.toString().endsWith(StepLedger.SUFFIX);
    }

    /** True if a directory is a packed run, by a table that hardly another directory has. */
    static boolean isPacked(Path directory) {
        return Files.isDirectory(directory.resolve("unreadable"));
    }

    /** True if a directory contains a ledger. */
    static boolean isAnyIn(Path directory) throws IOException {
        try (Stream<Path> inside = Files.walk(directory, MAX_DEPTH)) {
            return inside.anyMatch(file -> isLedger(file) && Files.isRegularFile(file));
        } catch (UncheckedIOException e) {
            throw new IOException(Reason.of(e), e);
        }
    }

    /** Returns the traces and reports among the found files, and in the given directories. */
    private static List<InputFile> traces(List<Path> given, List<InputFile> found) throws IOException {
        List<Path> paths = new ArrayList<>();
        for (Path each : given) {
            if (Files.isDirectory(each) && InputFiles.isAnyIn(each)) {
                paths.add(each);
            }
        }
        found.stream().map(InputFile::path).filter(file -> !isLedger(file)).forEach(paths::add);
        return InputFiles.of(paths);
    }

    private static List<InputFile> find(Path given) throws IOException {
        if (Files.isDirectory(given) && !Traces.recognizes(given)) {
            return in(given, given, LedgerFiles::isLedger);
        }
        if (Files.exists(given) || !isPattern(given)) {
            Path parent = given.toAbsolutePath().getParent();
            return List.of(new InputFile(given, given.toString(), parent == null ? given : parent, false));
        }
        Path directory = given;
        while (directory != null && isPattern(directory)) {
            directory = directory.getParent();
        }
        PathMatcher matcher = given.getFileSystem().getPathMatcher("glob:" + given);
        return in(given, directory == null ? Path.of("") : directory, matcher::matches);
    }

    private static boolean isPattern(Path path) {
        return path.toString().chars().anyMatch(sign -> "*?[{".indexOf(sign) >= 0);
    }

    private static List<InputFile> in(Path given, Path directory, Predicate<Path> isLedger) throws IOException {
        try (Stream<Path> inside = Files.walk(directory, MAX_DEPTH)) {
            List<InputFile> files = inside.filter(file -> isLedger.test(file) && Files.isRegularFile(file))
                    .limit(MAX_FILES + 1L)
                    .sorted()
                    .map(file -> new InputFile(file, file.toString(), directory, false))
                    .toList();
            if (files.size() > MAX_FILES) {
                throw new IOException(given + " has more than " + MAX_FILES + " step ledgers");
            }
            return files;
        } catch (UncheckedIOException e) {
            throw new IOException(Reason.of(e), e);
        }
    }
}
