package io.stepprofiler.handlers.xplane;

import io.stepprofiler.export.TraceFile;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Sessions below a log directory: each is a directory that tools show as a run, with a file for each host.
 *
 * @param logDir the log directory
 * @param id the name of the sessions, or null to name each after its start
 */
record Sessions(Path logDir, @Nullable String id) {
    private static final int MAX_LENGTH = 128;
    private static final long NANOS_A_SECOND = 1_000_000_000;
    /** Format of the names of sessions in JAX and TensorFlow. */
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy_MM_dd_HH_mm_ss", Locale.ROOT);

    /** Refuses names that are no plain names of directories. */
    Sessions {
        if (id != null && (id.length() > MAX_LENGTH || !id.matches("[A-Za-z0-9_-][A-Za-z0-9._-]*"))) {
            throw new IllegalArgumentException("sessionId = '" + id + "' is not allowed: must have 1 to " + MAX_LENGTH
                    + " characters of A-Z a-z 0-9 . _ -, and no dot first");
        }
    }

    /** Directory of the sessions. */
    Path directory() {
        return logDir.resolve("plugins").resolve("profile");
    }

    /**
     * Creates the directory of a window. Readers add files next to ours that belong to them, so no file is written
     * again: a session named after its start is always new, a session with a given name may have files of other hosts.
     */
    Path open(Trace trace, String host) throws IOException {
        String name = id != null ? id : time(trace);
        TraceFile.createDirectory(directory());
        for (int number = 1; ; number++) {
            Path session = directory().resolve(number == 1 ? name : name + "_" + number);
            if (id != null) {
                if (!Files.exists(session.resolve(host + XPlaneExporter.SUFFIX), LinkOption.NOFOLLOW_LINKS)) {
                    TraceFile.createDirectory(session);
                    return session;
                }
            } else if (isNew(session)) {
                return session;
            }
        }
    }

    private static boolean isNew(Path session) throws IOException {
        try {
            Files.createDirectory(session);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    private static String time(Trace trace) {
        Instant start = Instant.ofEpochSecond(trace.start().epochNanos() / NANOS_A_SECOND);
        return TIME.format(start.atZone(ZoneId.systemDefault()));
    }
}
