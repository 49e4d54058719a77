package io.stepprofiler.cli.input;

import io.stepprofiler.imports.Traces;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.report.faces.ReportFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * An input file of a command. A directory or an archive stands for the traces, journals and reports in it; links are
 * followed once, and hidden files are left out.
 *
 * @param path the file, or a journal
 * @param name its path in the directory in which it was found, else its own name
 * @param given argument of the command: the file, or the directory or archive in which it was found
 * @param isReport whether it is a report, not a trace
 */
public record InputFile(Path path, String name, Path given, boolean isReport) {
    /** Copies of the only trace of a session, under names of their own. */
    private static final Pattern COPY = Pattern.compile("(perfetto_trace|remote)(\\.trace)?\\.json(\\.gz)?");

    private static final int MAX_DEPTH = 8;
    private static final String STANDARD_INPUT = "standard input";
    private static final int MAX_FOUND = 1_000;
    private static final int MAX_FILES = 200_000;

    /** True if the file was found in a directory, which may have several files of one window. */
    public boolean isFound() {
        return !path.equals(given);
    }

    /** The file as the user knows it: the copy of a file of an archive has another path. */
    public String label() {
        return isFound() ? given.resolve(name).toString() : name.equals(STANDARD_INPUT) ? name : path.toString();
    }

    static boolean isCopy(Path file) {
        return COPY.matcher(String.valueOf(file.getFileName())).matches();
    }

    /** True if the file was found as a link that leads to none. */
    public boolean isDeadLink() {
        return isFound() && !Files.exists(path);
    }

    /** A file given by its own name. */
    static InputFile named(Path path, boolean isReport) {
        Path name = path.getFileName();
        return new InputFile(path, name == null ? path.toString() : name.toString(), path, isReport);
    }

    /**
     * The files in the given order; the files of a directory by name, traces before reports, or else its ledgers.
     *
     * @throws IOException if a directory has none, or cannot be searched
     */
    public static List<InputFile> of(List<Path> given, boolean isWithLedgers) throws IOException {
        List<InputFile> files = new ArrayList<>();
        for (Path path : given) {
            List<InputFile> found = at(path);
            if (found.isEmpty() && isWithLedgers) {
                in(path, InputFile::isLedger)
                        .forEach(each -> found.add(
                                new InputFile(each, path.relativize(each).toString(), path, false)));
            }
            if (found.isEmpty()) {
                throw new IOException(path + " contains no trace, journal or report");
            }
            files.addAll(found);
        }
        return files;
    }

    /** The file, or the files in a directory or archive, which may have none. */
    public static List<InputFile> at(Path given) throws IOException {
        Path place = Unpacked.of(given);
        Path label = given.equals(Unpacked.STANDARD_INPUT) ? Path.of(STANDARD_INPUT) : given;
        if (!Files.isDirectory(place) || Traces.recognizes(place)) {
            InputFile file = named(place, Files.isRegularFile(place) && ReportFile.is(place));
            return List.of(given.equals(place) ? file : new InputFile(place, STANDARD_INPUT, place, file.isReport));
        }
        List<InputFile> found = new ArrayList<>();
        walk(place, (path, attributes) -> {
            if (String.valueOf(path.getFileName()).startsWith(".")) {
                return false;
            }
            boolean isFile = attributes.isRegularFile() && attributes.size() > 0;
            boolean isReport = isFile && ReportFile.has(path);
            // A link that leads to no file is named when it is read.
            boolean isTaken = isReport
                    || attributes.isSymbolicLink()
                    || ((isFile || attributes.isDirectory()) && Traces.recognizes(path));
            if (isTaken && found.size() == MAX_FOUND) {
                throw new IOException(
                        label + " has more than " + MAX_FOUND + " traces and reports: name the relevant ones");
            }
            if (isTaken) {
                found.add(new InputFile(path, place.relativize(path).toString(), label, isReport));
            }
            return !isTaken;
        });
        // The file with the date goes first in a session of JAX, and the file that torch wrote before its conversion.
        found.sort(Comparator.comparing(InputFile::isReport)
                .thenComparing(file -> !file.isDeadLink())
                .thenComparing(file -> isCopy(file.path))
                .thenComparing(file -> file.name.replace(".xplane.pb", ".q")));
        return found;
    }

    /**
     * The paths of files in a directory, sorted; hidden files are not left out.
     *
     * @param wanted files to find
     * @throws IOException if the directory has too many, or cannot be searched
     */
    public static List<Path> in(Path directory, Predicate<Path> wanted) throws IOException {
        List<Path> files = new ArrayList<>();
        walk(directory, (path, attributes) -> {
            if (attributes.isRegularFile() && wanted.test(path)) {
                files.add(path);
            }
            return true;
        });
        files.sort(Comparator.naturalOrder());
        return files;
    }

    /** Visit of a file or directory, or of a link that leads to none. */
    private interface Visit {
        /** Answers whether to go into it, if it is a directory. */
        boolean of(Path path, BasicFileAttributes attributes) throws IOException;
    }

    /** Visits what is in a directory: its own files first, then what its links lead to, each once. */
    private static void walk(Path directory, Visit visit) throws IOException {
        Set<Object> seen = new HashSet<>();
        Deque<Path> own = new ArrayDeque<>();
        Deque<Path> links = new ArrayDeque<>();
        for (Path path = directory; path != null; path = own.isEmpty() ? links.poll() : own.poll()) {
            LinkOption[] options =
                    Files.exists(path) ? new LinkOption[0] : new LinkOption[] {LinkOption.NOFOLLOW_LINKS};
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class, options);
            if (seen.size() > MAX_FILES) {
                throw new IOException(directory + " has more than " + MAX_FILES + " files: name the relevant ones");
            }
            if (seen.add(Objects.requireNonNullElse(attributes.fileKey(), path))
                    && (path.equals(directory) || (!isLoop(path) && visit.of(path, attributes)))
                    && attributes.isDirectory()
                    && path.getNameCount() - directory.getNameCount() <= MAX_DEPTH) {
                try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
                    entries.forEach(entry -> (Files.isSymbolicLink(entry) ? links : own).add(entry));
                }
            }
        }
    }

    /** True if a link leads to a directory that contains the link: what else is there is not of this directory. */
    private static boolean isLoop(Path path) throws IOException {
        return Files.isSymbolicLink(path)
                && Files.isDirectory(path)
                && path.resolveSibling(".").toRealPath().startsWith(path.toRealPath());
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
}
