package io.stepprofiler.capture.tensorflow;

import io.grpc.Status;
import io.stepprofiler.History;
import io.stepprofiler.Profile;
import io.stepprofiler.capture.hosting.ServiceResources;
import io.stepprofiler.trace.Trace;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Source of snapshots: the history of the running profile, or, if none runs, of a profile started here, which ends when
 * the program starts its own. Failures are exceptions with a status.
 */
final class ContinuousProfiling {
    /** Default length of the history. */
    private static final Duration KEPT = Duration.ofMinutes(1);

    private final ServiceResources hosting;
    private @Nullable Profile kept;

    ContinuousProfiling(ServiceResources hosting) {
        this.hosting = hosting;
    }

    /**
     * Starts to keep a history.
     *
     * @param millis length of the history; 0 for the default
     */
    synchronized void start(long millis) {
        if (current() != null || history() != null) {
            throw Status.ALREADY_EXISTS
                    .withDescription("A history is kept already; request a snapshot of it")
                    .asRuntimeException();
        }
        Duration time = millis == 0 ? KEPT : WantedProfile.duration(millis, hosting.maxDuration());
        Profile running = Profile.running().orElse(null);
        if (running != null) {
            throw Status.FAILED_PRECONDITION
                    .withDescription(running + " runs, and a process can have only one profile at a time")
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

    /** {@return the current history, as a future trace; recording continues} */
    CompletableFuture<Trace> snapshot(String holder) {
        Profile profile = history();
        if (profile == null) {
            throw nothing();
        }
        return profile.takeSnapshot("requested by " + holder);
    }

    /** The running profile, if it keeps a history; the program may have started it. */
    private static @Nullable Profile history() {
        return Profile.running()
                .filter(profile -> profile.history().isPresent())
                .orElse(null);
    }

    /** Ends the profile started here, and discards its history. */
    void stop() {
        if (!close()) {
            throw nothing();
        }
    }

    /** Ends the profile started here; returns false if there was none. */
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

    /** The profile started here, unless it has ended. */
    private @Nullable Profile current() {
        Profile profile = kept;
        return profile != null && profile.isRunning() ? profile : null;
    }

    private static RuntimeException nothing() {
        return Status.NOT_FOUND
                .withDescription("No history is kept: call StartContinuousProfiling first")
                .asRuntimeException();
    }
}
