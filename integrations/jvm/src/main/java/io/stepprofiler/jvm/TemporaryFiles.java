package io.stepprofiler.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Names of files in a directory that only this user can read, and that is gone when the virtual machine ends, with all that is
 * in it then. Names are used again, because each that is to be deleted at the end is remembered until then.
 */
final class TemporaryFiles {
    private static final Deque<Path> FREE = new ArrayDeque<>();
    private static @Nullable Path directory;
    private static int made;

    private TemporaryFiles() {}

    /** A name that nobody uses; there is no file. */
    static synchronized Path take() throws IOException {
        Path free = FREE.poll();
        if (free != null) {
            return free;
        }
        Path in = directory;
        if (in == null) {
            in = Files.createTempDirectory("step-profiler-");
            in.toFile().deleteOnExit();
            directory = in;
        }
        Path file = in.resolve("window-" + ++made + ".jfr");
        file.toFile().deleteOnExit();
        return file;
    }

    /** Deletes the file, and lets its name be used again. */
    static void giveBack(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // Somebody else will write over it, or it goes with the directory.
        }
        synchronized (TemporaryFiles.class) {
            FREE.add(file);
        }
    }
}
