package io.stepprofiler.mxnet;

import io.stepprofiler.ProfileFailure;
import io.stepprofiler.export.TraceFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** Runs commands by the {@link PhaseTable}. For any thread; commands come one after the other. */
final class Control {
    private final Session session;
    private Phase phase = Phase.NEW;
    private boolean endsWithProcess;

    Control(ProfilerConfig config) {
        session = new Session(config);
    }

    synchronized Phase phase() {
        return phase;
    }

    synchronized List<ProfileFailure> failures() {
        return session.failures();
    }

    synchronized void configure(ProfilerConfig config) {
        probe(config.filename());
        run(Command.CONFIGURE, config);
    }

    /** Fails before anything has changed. */
    private static void probe(Path file) {
        Path directory = file.toAbsolutePath().getParent();
        try {
            if (directory != null) {
                TraceFile.probe(directory, out -> {});
            }
        } catch (IOException e) {
            throw new UncheckedIOException("filename = " + file + " is not allowed: " + e.getMessage(), e);
        }
    }

    synchronized void run(Command command) {
        run(command, session.config());
    }

    private void run(Command command, ProfilerConfig config) {
        PhaseTable.Step step = PhaseTable.step(phase, command);
        boolean done = false;
        try {
            session.run(step.effects(), config);
            done = true;
        } finally {
            phase = done ? step.next() : session.phaseAfterFailure(phase);
        }
        if (command == Command.RUN && !endsWithProcess) {
            endsWithProcess = true;
            ProcessEnd.hold(() -> run(Command.EXIT));
        }
    }

    synchronized String dumps(DumpsOptions options) {
        return session.print(options);
    }
}
