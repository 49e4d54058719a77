package io.stepprofiler.xprof;

import io.stepprofiler.ProfileFailure;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.handlers.xplane.XProfHandler;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writer of the files of a session, with their directory. */
final class SessionFiles implements TraceHandler {
    private static final String PERFETTO = "perfetto_trace.json.gz";

    private final Path logDir;
    private final XProfHandler handler;
    private volatile @Nullable Path directory;

    SessionFiles(Path logDir, ProfileOptions options) {
        this.logDir = logDir;
        XProfHandler chosen = XProfHandler.to(logDir).chromeTrace(true).perfettoTrace(options.createPerfettoTrace());
        chosen = options.sessionId().map(chosen::sessionId).orElse(chosen);
        handler = options.overrideHostname().map(chosen::host).orElse(chosen);
    }

    @Override
    public void onStart(RecordingOptions recorded) {
        handler.onStart(recorded);
    }

    @Override
    public void onTraceReady(Trace trace) throws IOException {
        directory = handler.write(trace);
    }

    /** Directory of the session; empty before its files are written. */
    @Override
    public Optional<Path> directory() {
        return Optional.ofNullable(directory);
    }

    /** A sentence on missing files: their directory, and the reason. */
    String missing(ProfileFailure failure) {
        String cause = failure.cause().map(SessionFiles::reason).orElse("");
        // If these files exist, or nothing was thrown, one of the program's own handlers has failed.
        boolean isOfOthers = directory != null || cause.isEmpty();
        return "Not everything of this session was written to " + logDir.toAbsolutePath() + ": "
                + (isOfOthers ? failure.message() + (cause.isEmpty() ? "" : ": " + cause) : cause);
    }

    /** Messages of file system exceptions are sometimes only a path. */
    private static String reason(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null || thrown instanceof FileSystemException ? thrown.toString() : message;
    }

    /** The file for Perfetto, with several hosts the last written one. */
    Path perfettoTrace() throws IOException {
        Path session = directory().orElseThrow(() -> new NoSuchFileException("The session has no files"));
        try (Stream<Path> files = Files.list(session)) {
            return files.filter(file -> file.getFileName().toString().endsWith(PERFETTO))
                    .max(Comparator.comparingLong(file -> file.toFile().lastModified()))
                    .orElseThrow(() ->
                            new NoSuchFileException(session.resolve(PERFETTO).toString()));
        }
    }
}
