package io.stepprofiler;

import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.delivery.WorkLog;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Recording of a capture, and delivery of its trace to waiting callers, with options, metadata and delivery that are
 * separate from any profile. Its windows are begun and ended with the lock of {@link ProcessState} held.
 */
final class CaptureRecording {
    /** Time allowed to assemble a trace beyond its own deadline. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    static final String METADATA = "capture";
    static final String NOTE = "capture note";

    private final ProfileSettings options;
    private final Failures failures = new Failures(System.getLogger("io.stepprofiler.StepCapture"));
    private final Metadata metadata = new Metadata(failures);
    private final PendingTrace coming = new PendingTrace();
    private final Delivery delivery;
    private final Recording recording;

    CaptureRecording(ProfileSettings options, String holder) {
        this.options = options;
        WorkLog work = new WorkLog();
        delivery = options.newDelivery(coming, work);
        recording = Recording.ofGuest(options, delivery, work, metadata, failures);
        metadata.preset(METADATA, new MetadataValue(holder.isEmpty() ? "unnamed" : holder, false));
    }

    Failures failures() {
        return failures;
    }

    /** Does the slow preparation of the sources, on the calling thread. */
    void warmUp() {
        recording.warmUpSources();
    }

    /** Copies the metadata that every window of a profile has. */
    void takeMetadataOf(Host host) {
        host.presetMetadata().forEach(metadata::preset);
    }

    // Window

    /** Opens the window of the warm-up. With a profile, threads keep their buffers afterwards, for its windows. */
    void prepare(boolean besideProfile) {
        recording.keepChunks(besideProfile);
        recording.prepare();
    }

    void start() {
        recording.start();
    }

    void stepBegan(long step) {
        recording.stepBegan(step);
    }

    void stepEnded(long step) {
        recording.stepEnded(step);
    }

    /** Closes a window that is no longer wanted; another one may follow. */
    void stop() {
        recording.stop();
    }

    /** Closes the window, and submits it to the delivery. */
    void finish(boolean partial, String note) {
        try {
            if (!note.isEmpty()) {
                metadata.preset(NOTE, new MetadataValue(note, false));
            }
        } finally {
            try {
                recording.stop();
            } finally {
                recording.publish(partial);
            }
        }
    }

    /** Closes the window, and throws it away. */
    void discard() {
        recording.stop();
        recording.discard();
    }

    // Trace

    /** Records that no trace will be assembled. */
    void renounce(Throwable reason) {
        coming.renounce(reason);
    }

    /** Waits for the assembled trace; throws the reason if there is none. */
    Trace await() throws Throwable {
        return coming.await(options.postProcessingTimeout().plus(GRACE));
    }

    /** Completes the callers' futures of the trace, which runs their callbacks on this thread. */
    void report(@Nullable Trace trace, @Nullable Throwable reason) {
        delivery.abort();
        coming.report(trace, reason);
    }

    CompletableFuture<Trace> result() {
        return coming.result();
    }
}
