package io.stepprofiler.cli;

import io.stepprofiler.imports.Traces;
import io.stepprofiler.report.faces.ReportFile;
import java.io.IOException;
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

/**
 * The input files of a command. A directory stands for the traces, journals and reports in it; links are not followed,
 * and hidden files are left out.
 */
final class InputFiles {
    private static final int MAX_DEPTH = 8;
    private static final int MAX_FOUND = 1_000;
    private static final int MAX_LOOKED_AT = 100_000;

    /**
     * An input file.
     *
     * @param path the file, or a journal
     * @param name its path in the directory in which it was found, else its own name
     * @param given argument of the command: the file, or the directory in which it was found
     * @param isReport whether it is a report, not a trace
     */
    record InputFile(Path path, String name, Path given, boolean isReport) {
        /** True if the file was found in a directory, which may have several files of one window. */
        boolean isFound() {
            return !path.equals(given);
        }
    }

    private InputFiles() {}

    /** The files in the given order; the files of a directory by name, traces before reports. */
    static List<InputFile> of(List<Path> given) throws IOException {
        List<InputFile> files = new ArrayList<>();
        for (Path path : given) {
            if (Files.isDirectory(path) && !Traces.recognizes(path)) {
                files.addAll(in(path));
            } else {
                Path name = path.getFileName();
                boolean isReport = Files.isRegularFile(path) && ReportFile.is(path);
                files.add(new InputFile(path, name == null ? path.toString() : name.toString(), path, isReport));
            }
        }
        return files;
    }

    /** Rejects a path that is no directory: listing a named pipe would wait for a writer. */
    static void checkDirectory(Path path) throws IOException {
        if (Files.exists(path) && !Files.isDirectory(path)) {
            throw new NotDirectoryException(path.toString());
        }
    }

    /** True if a directory has a trace, a journal or a report. */
    static boolean isAnyIn(Path directory) throws IOException {
        return !find(directory).isEmpty();
    }

    private static List<InputFile> in(Path directory) throws IOException {
        List<InputFile> found = find(directory);
        if (found.isEmpty()) {
            throw new IOException(directory + " contains no trace, journal or report");
        }
        found.sort(Comparator.comparing(InputFile::isReport).thenComparing(InputFile::name));
        return found;
    }

    private static List<InputFile> find(Path directory) throws IOException {
        List<InputFile> found = new ArrayList<>();
        Files.walkFileTree(directory, EnumSet.noneOf(FileVisitOption.class), MAX_DEPTH, new Finder(directory, found));
        return found;
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
