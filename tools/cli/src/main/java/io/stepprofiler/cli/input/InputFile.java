package io.stepprofiler.cli.input;

import io.stepprofiler.imports.Traces;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.report.faces.ReportFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * An input file of a command. A directory stands for the traces, journals and reports in it; links are not followed, and
 * hidden files are left out.
 *
 * @param path the file, or a journal
 * @param name its path in the directory in which it was found, else its own name
 * @param given argument of the command: the file, or the directory in which it was found
 * @param isReport whether it is a report, not a trace
 */
public record InputFile(Path path, String name, Path given, boolean isReport) {
    private static final int MAX_DEPTH = 8;
    private static final int MAX_FOUND = 1_000;
    private static final int MAX_LOOKED_AT = 100_000;
    private static final int MAX_LEDGERS = 200_000;

    /** True if the file was found in a directory, which may have several files of one window. */
    public boolean isFound() {
        return !path.equals(given);
    }

    /** A file given by its own name. */
    static InputFile named(Path path, boolean isReport) {
        Path name = path.getFileName();
        return new InputFile(path, name == null ? path.toString() : name.toString(), path, isReport);
    }

    /**
     * The files in the given order; the files of a directory by name, traces before reports.
     *
     * @throws IOException if a directory has none, or cannot be searched
     */
    public static List<InputFile> of(List<Path> given) throws IOException {
        List<InputFile> files = new ArrayList<>();
        for (Path path : given) {
            List<InputFile> found = at(path);
            if (found.isEmpty()) {
                throw new IOException(path + " contains no trace, journal or report");
            }
            files.addAll(found);
        }
        return files;
    }

    /** The file, or the files in a directory, which may have none. */
    public static List<InputFile> at(Path path) throws IOException {
        if (!Files.isDirectory(path) || Traces.recognizes(path)) {
            return List.of(named(path, Files.isRegularFile(path) && ReportFile.is(path)));
        }
        List<InputFile> found = new ArrayList<>();
        Files.walkFileTree(path, EnumSet.noneOf(FileVisitOption.class), MAX_DEPTH, new Finder(path, found));
        found.sort(Comparator.comparing(InputFile::isReport).thenComparing(InputFile::name));
        return found;
    }

    /**
     * The paths of files in a directory, sorted; links are followed to files, and hidden files are not left out.
     *
     * @param wanted files to find
     * @throws IOException if they are too many for the ledgers of a run, or the directory cannot be searched
     */
    static List<Path> in(Path directory, Predicate<Path> wanted) throws IOException {
        try (Stream<Path> inside = Files.walk(directory, MAX_DEPTH)) {
            List<Path> files = inside.filter(file -> wanted.test(file) && Files.isRegularFile(file))
                    .limit(MAX_LEDGERS + 1L)
                    .sorted()
                    .toList();
            if (files.size() > MAX_LEDGERS) {
                throw new IOException(directory + " has more than " + MAX_LEDGERS + " step ledgers");
            }
            return files;
        } catch (UncheckedIOException e) {
            throw new IOException(Reason.of(e), e);
        }
    }

    /** True if a directory contains a step ledger. */
    public static boolean isAnyLedgerIn(Path directory) throws IOException {
        try (Stream<Path> inside = Files.walk(directory, MAX_DEPTH)) {
            return inside.anyMatch(file -> isLedger(file) && Files.isRegularFile(file));
        } catch (UncheckedIOException e) {
            throw new IOException(Reason.of(e), e);
        }
    }

    /** True if a file has the name of a step ledger. */
    public static boolean isLedger(Path file) {
        return file.toString().endsWith(StepLedger.SUFFIX);
    }

    /** Rejects a path that is no directory: listing a named pipe would wait for a writer. */
    public static void checkDirectory(Path path) throws IOException {
        if (Files.exists(path) && !Files.isDirectory(path)) {
            throw new NotDirectoryException(path.toString());
        }
    }

    private static final class Finder extends SimpleFileVisitor<Path> {
        private final Path directory;
        private final List<InputFile> found;
        private int lookedAt;

        Finder(Path directory, List<InputFile> found) {
            this.directory = directory;
            this.found = found;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path inside, BasicFileAttributes attributes) throws IOException {
            if (inside.equals(directory)) {
                return FileVisitResult.CONTINUE;
            }
            if (isHidden(inside)) {
                return FileVisitResult.SKIP_SUBTREE;
            }
            if (Traces.recognizes(inside)) {
                add(inside, false);
                return FileVisitResult.SKIP_SUBTREE;
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            if (++lookedAt > MAX_LOOKED_AT) {
                throw new IOException(directory + " has more than " + MAX_LOOKED_AT + " files: name the relevant ones");
            }
            if (attributes.isRegularFile() && attributes.size() > 0 && !isHidden(file)) {
                boolean isReport = ReportFile.has(file);
                if (isReport || Traces.recognizes(file)) {
                    add(file, isReport);
                }
            }
            return FileVisitResult.CONTINUE;
        }

        private void add(Path file, boolean isReport) throws IOException {
            if (found.size() == MAX_FOUND) {
                throw new IOException(
                        directory + " has more than " + MAX_FOUND + " traces and reports: name the relevant ones");
            }
            found.add(new InputFile(file, directory.relativize(file).toString(), directory, isReport));
        }

        private static boolean isHidden(Path path) {
            return String.valueOf(path.getFileName()).startsWith(".");
        }
    }
}
