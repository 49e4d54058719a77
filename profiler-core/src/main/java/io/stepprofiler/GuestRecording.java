package io.stepprofiler;

import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.delivery.WorkLog;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a capture records, and the way of it to those who wait for the trace: a recording of its own, with its own
 * options, metadata and delivery, besides that of a profile. Its windows are begun and ended with the lock of {@link
 * ProcessState} held.
 */
final class GuestRecording {
    /** What putting a trace together may take beyond its own deadline. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    static final String METADATA = "capture";
    static final String NOTE = "capture note";

    private final ProfileOptions options;
    private final Failures failures = new Failures(System.getLogger("io.stepprofiler.StepCapture"));
    private final Metadata metadata = new Metadata(failures);
    private final ComingTrace coming = new ComingTrace();
    private final Delivery delivery;
    private final Recording recording;

    GuestRecording(ProfileOptions options, String holder) {
        this.options = options;
        WorkLog work = new WorkLog();
        delivery = options.newDelivery(coming, work);
        recording = Recording.ofGuest(options, delivery, work, metadata, failures);
        metadata.preset(METADATA, new MetadataValue(holder.isEmpty() ? "unnamed" : holder, false));
    }

    Failures failures() {
        return failures;
    }

    /** Does what takes long, on the thread of who asks. */
    void warmUp() {
        recording.warmUpSources();
    }

    /** Says of the trace what every window of a profile says. */
    void takeMetadataOf(Host host) {
        host.presetMetadata().forEach(metadata::preset);
    }

    // Its window

    /** Opens a window; beside a profile, which needs its buffers, or alone. */
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

    /** Closes a window that nobody wants any more; there may be another one. */
    void stop() {
        recording.stop();
    }

    /** Closes the window, and has its trace put together. */
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

    /** Closes the window, of which there will be no trace. */
    void discard() {
        recording.stop();
        recording.discard();
    }

    // Its trace

    /** Says that no trace will be put together. */
    void renounce(Throwable reason) {
        coming.renounce(reason);
    }

    /** Waits until the trace has been put together; throws what says why not. */
    Trace await() throws Throwable {
        return coming.await(options.postProcessingTimeout().plus(GRACE));
    }

    /** Tells those who wait for the trace, and does on this thread what they want done with it. */
    void tell(@Nullable Trace trace, @Nullable Throwable reason) {
        delivery.abort();
        coming.tell(trace, reason);
    }

    CompletableFuture<Trace> told() {
        return coming.told();
    }
}
