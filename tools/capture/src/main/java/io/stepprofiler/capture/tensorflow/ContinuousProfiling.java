package io.stepprofiler.capture.tensorflow;

import io.grpc.Status;
import io.stepprofiler.History;
import io.stepprofiler.Profile;
import io.stepprofiler.capture.hosting.Hosting;
import io.stepprofiler.trace.Trace;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What is kept for those who ask for snapshots: the history of the profile that runs, or that of a profile of our own
 * where none does, which gives way to one that the program starts. Refusals are exceptions with a status.
 */
final class ContinuousProfiling {
    /** What is kept of the past unless a client says something else. */
    private static final Duration KEPT = Duration.ofMinutes(1);

    private final Hosting hosting;
    private @Nullable Profile kept;

    ContinuousProfiling(Hosting hosting) {
        this.hosting = hosting;
    }

    /**
     * Begins to keep the past.
     *
     * @param millis of time; 0 for the usual
     */
    synchronized void start(long millis) {
        if (current() != null || history() != null) {
            throw Status.ALREADY_EXISTS
                    .withDescription("The past is kept already; ask for a snapshot of it")
                    .asRuntimeException();
        }
        Duration time = millis == 0 ? KEPT : WantedProfile.duration(millis, hosting.maxDuration());
        Profile running = Profile.running().orElse(null);
        if (running != null) {
            throw Status.FAILED_PRECONDITION
                    .withDescription(running + " runs, and a process has room for one profile at a time")
                    .asRuntimeException();
        }
        Profile profile = hosting.captures()
                .apply(Profile.builder().name("continuous profiling"))
                .history(History.of(time).onUncaught(false))
                .yielding(true)
                .build();
        try {
            profile.start();
        } catch (IllegalStateException e) {
            throw Status.FAILED_PRECONDITION.withDescription(e.getMessage()).asRuntimeException();
        }
        kept = profile;
    }

    /** {@return what is kept at the moment, as a trace to come; recording goes on} */
    CompletableFuture<Trace> snapshot(String holder) {
        Profile profile = history();
        if (profile == null) {
            throw nothing();
        }
        return profile.takeSnapshot("asked for by " + holder);
    }

    /** The profile that runs, if it keeps a history, whoever started it. */
    private static @Nullable Profile history() {
        return Profile.running()
                .filter(profile -> profile.history().isPresent())
                .orElse(null);
    }

    /** Ends it; what was kept is given up. */
    void stop() {
        if (!close()) {
            throw nothing();
        }
    }

    /** Gives up what is kept; whether there was anything. */
    boolean close() {
        Profile profile;
        synchronized (this) {
            profile = current();
            kept = null;
        }
        if (profile != null) {
            profile.close();
        }
        return profile != null;
    }

    /** The profile, unless another one has taken its place. */
    private @Nullable Profile current() {
        Profile profile = kept;
        return profile != null && profile.isRunning() ? profile : null;
    }

    private static RuntimeException nothing() {
        return Status.NOT_FOUND
                .withDescription("Nothing is kept: call StartContinuousProfiling first")
                .asRuntimeException();
    }
}
