package io.stepprofiler.export;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.regex.Pattern;

/** Files that are being written: {@code .<name>.<unique>.tmp}. */
final class TemporaryFiles {
    /** Names of files are at most 255 bytes. */
    private static final int MAX_NAME = 60;

    /** No file is written for so long without a change: its process was killed. */
    static final Duration LEFT_BEHIND = Duration.ofDays(1);

    private static final Pattern NAME = Pattern.compile("\\..*\\.[0-9a-f]{32}\\.tmp");

    private TemporaryFiles() {}

    /** A name that no other file has, for what is to become {@code fileName}. */
    static String newName(String fileName) {
        String unique = UUID.randomUUID().toString().replace("-", "");
        return "." + fileName.substring(0, Math.min(fileName.length(), MAX_NAME)) + "." + unique + ".tmp";
    }

    /** Removes the files of killed processes from a directory. */
    static void removeLeftBehind(Path directory) {
        FileTime oldest = FileTime.from(Instant.now().minus(LEFT_BEHIND));
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, ".*.tmp")) {
            for (Path file : files) {
                if (NAME.matcher(file.getFileName().toString()).matches()
                        && Files.getLastModifiedTime(file).compareTo(oldest) < 0) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException | RuntimeException e) {
            // An unreadable directory, or a file that has been removed meanwhile: the writer does not fail for it.
        }
    }
}
