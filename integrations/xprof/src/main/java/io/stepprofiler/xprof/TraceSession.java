package io.stepprofiler.xprof;

import io.stepprofiler.LiveMemory;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfileFailure;
import io.stepprofiler.handlers.link.PerfettoLink;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A session of {@link XProf} from its start to {@link #close()}; one at a time in a process. Safe on any thread. */
public final class TraceSession implements AutoCloseable {
    /** Failures after which some or all files of a session are missing. */
    private static final Set<ProfileFailure.Kind> FATAL = EnumSet.of(
            ProfileFailure.Kind.HANDLER_FAILED,
            ProfileFailure.Kind.HANDLER_TIMED_OUT,
            ProfileFailure.Kind.WINDOW_LOST,
            ProfileFailure.Kind.RECORDING_FAILED);

    private final @Nullable Profile profile;
    private final @Nullable SessionFiles files;
    private final @Nullable LiveMemory memory;
    private final ProfileOptions options;
    private final List<ProfileFailure> atStart;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicBoolean closed = new AtomicBoolean();

    private TraceSession(
            @Nullable Profile profile,
            @Nullable SessionFiles files,
            @Nullable LiveMemory memory,
            ProfileOptions options,
            List<ProfileFailure> atStart) {
        this.profile = profile;
        this.files = files;
        this.memory = memory;
        this.options = options;
        this.atStart = atStart;
    }

    /** Starts a session. */
    static TraceSession start(Path logDir, ProfileOptions options) {
        SessionFiles files = new SessionFiles(logDir, options);
        Profile profile = SessionProfile.of(files, options);
        boolean tracks =
                SessionProfile.recordsMemory(options) && LiveMemory.current().isEmpty();
        LiveMemory memory = tracks ? LiveMemory.track() : null;
        TraceSession session = new TraceSession(profile, files, memory, options, List.of());
        boolean started = false;
        try {
            profile.start();
            options.duration().ifPresent(session::endAfter);
            started = true;
        } finally {
            if (!started) {
                session.end();
            }
        }
        return session;
    }

    /** A session that could not start, for a program that continues. */
    static TraceSession failed(RuntimeException why, ProfileOptions options) {
        ProfileFailure failure = new ProfileFailure(
                Instant.now(),
                ProfileFailure.Kind.RECORDING_FAILED,
                "The session could not start: " + why.getMessage(),
                Optional.of(why));
        return new TraceSession(null, null, null, options, List.of(failure));
    }

    private void endAfter(Duration duration) {
        Thread timer = new Thread(
                () -> {
                    try {
                        if (!ended.await(duration.toNanos(), TimeUnit.NANOSECONDS)) {
                            end();
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "step-profiler-xprof-duration");
        timer.setDaemon(true);
        timer.start();
    }

    /** {@return whether the session records now} */
    public boolean isRecording() {
        return profile != null && profile.isRunning();
    }

    /**
     * {@return the directory of the session's files, once it has been closed} Empty before that, and if there are none.
     */
    public Optional<Path> directory() {
        return files == null ? Optional.empty() : files.directory();
    }

    /** {@return the trace, once the session has been closed; empty before that, and if it could not start} */
    public Optional<Trace> trace() {
        return profile == null ? Optional.empty() : profile.lastTrace();
    }

    /** {@return the failures that did not reach the program, including the reason why the session could not start} */
    public List<ProfileFailure> failures() {
        List<ProfileFailure> all = new ArrayList<>(atStart);
        if (profile != null) {
            all.addAll(profile.failures());
        }
        return List.copyOf(all);
    }

    /** Ends recording; the files are written in the background. */
    void end() {
        ended.countDown();
        if (profile != null) {
            profile.stop();
        }
        if (memory != null) {
            memory.close();
        }
    }

    /**
     * Ends the session, waits until its files are written, and serves the link to Perfetto if requested. Does nothing
     * the second time, also while the first call is running, for example in a handler.
     *
     * @throws IllegalStateException if the files could not be written, naming the directory and the reason; the process
     *     can still start another session
     * @throws UncheckedIOException if the link could not be served, for example because its port is in use; the files
     *     are complete
     */
    @Override
    public void close() {
        // No lock: a handler that the first close waits for may close the session, too.
        if (closed.getAndSet(true)) {
            return;
        }
        try {
            if (profile == null || files == null) {
                return;
            }
            write(profile, files);
        } finally {
            XProf.ended(this);
        }
        serveLink();
    }

    private void write(Profile recorded, SessionFiles session) {
        end();
        recorded.close();
        recorded.failures().stream()
                .filter(failure -> FATAL.contains(failure.kind()))
                .findFirst()
                .ifPresent(failure -> {
                    throw new IllegalStateException(
                            session.missing(failure), failure.cause().orElse(null));
                });
    }

    private void serveLink() {
        Optional<PerfettoLink> link = options.perfettoLink();
        if (link.isPresent() && files != null) {
            try {
                link.get().serve(files.perfettoTrace());
            } catch (IOException e) {
                throw new UncheckedIOException(e.getMessage(), e);
            }
        }
    }
}
