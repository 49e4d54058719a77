package io.stepprofiler;

import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.window.Deadline;
import io.stepprofiler.window.SnapshotRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Output of a profile besides its schedule, and waiting for deliveries. Safe on any thread. */
final class ProfileOutput {
    private final ProfileSettings options;
    private final Host profile;
    private final Recording recording;
    private final Delivery delivery;
    private final AwaitedSnapshots snapshots;
    private final Failures failures;

    ProfileOutput(
            ProfileSettings options,
            Host profile,
            Recording recording,
            Delivery delivery,
            AwaitedSnapshots snapshots,
            Failures failures) {
        this.options = options;
        this.profile = profile;
        this.recording = recording;
        this.delivery = delivery;
        this.snapshots = snapshots;
        this.failures = failures;
    }

    /** Requests a snapshot of the history. */
    void snapshot(String reason) {
        if (ask(reason) == null) {
            failures.add(
                    ProfileFailure.Kind.SNAPSHOT_IGNORED,
                    "A snapshot of profile '" + options.name() + "' was ignored: it has no history, or is not running");
        }
    }

    /** Requests a snapshot of the history, and returns a future of its trace. */
    CompletableFuture<Trace> takeSnapshot(String reason) {
        SnapshotRequest request = ask(reason);
        return request != null
                ? snapshots.answerTo(request, Defaults.SNAPSHOT_TIMEOUT)
                : CompletableFuture.failedFuture(new CaptureException(
                        "There is no snapshot of " + profile + ": it has no history, or is not running"));
    }

    private @Nullable SnapshotRequest ask(String reason) {
        return options.storage().history() == null ? null : recording.askForSnapshot(reason == null ? "" : reason);
    }

    /** Waits until everything has been delivered; false at the timeout, or if a handler calls. */
    boolean await(Duration timeout) {
        Deadline deadline = Deadline.in(timeout);
        return !delivery.isDeliveringHere()
                && recording.awaitSnapshots(deadline.left())
                && delivery.await(deadline.left());
    }
}
