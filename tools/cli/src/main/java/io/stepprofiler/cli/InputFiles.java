package io.stepprofiler.cli;

import io.stepprofiler.imports.Traces;
import io.stepprofiler.report.faces.ReportFile;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;

/**
 * The files that a command was given: in place of a directory, the traces, journals and reports in it. Links are not
 * followed, and hidden files are left out.
 */
final class InputFiles {
    private static final int MAX_DEPTH = 8;
    private static final int MAX_FOUND = 1_000;
    private static final int MAX_LOOKED_AT = 100_000;

    /**
     * One of them.
     *
     * @param path the file, or a journal
     * @param name what it is called: its path in the directory that it was found in, else its own name
     * @param given what the command was given: the file, or the directory that it was found in
     * @param isReport whether it is a report, not a trace
     */
    record InputFile(Path path, String name, Path given, boolean isReport) {
        /** Whether it was found in a directory, where a window may be in several files. */
        boolean isFound() {
            return !path.equals(given);
        }
    }

    private InputFiles() {}

    /** The files, those of a directory in the order of their names, traces before reports. */
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

    /** Whether a directory has any. */
    static boolean isAnyIn(Path directory) throws IOException {
        return !find(directory).isEmpty();
    }

    private static List<InputFile> in(Path directory) throws IOException {
        List<InputFile> found = find(directory);
        if (found.isEmpty()) {
            throw new IOException(directory + " has no trace, no journal and no report in it");
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
                throw new IOException(directory + " has more than " + MAX_LOOKED_AT + " files: name those that count");
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
                        directory + " has more than " + MAX_FOUND + " traces and reports: name those that count");
            }
            found.add(new InputFile(file, directory.relativize(file).toString(), directory, isReport));
        }

        private static boolean isHidden(Path path) {
            return String.valueOf(path.getFileName()).startsWith(".");
        }
    }
}
