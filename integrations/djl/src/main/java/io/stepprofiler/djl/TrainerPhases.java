package io.stepprofiler.djl;

import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySource;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Source of the phases of DJL's trainers: data loading, forward pass, loss and backward pass, metrics, optimizer,
 * validation. A {@link ProfilingListener} reports them at their end, since DJL reports their durations and not their
 * starts.
 *
 * <p>A window holds at most a million phases; later ones are counted as lost. Thread-safe.
 */
final class TrainerPhases implements ActivitySource {
    /** One for the process, which can run one profile at a time. */
    private static final AtomicReference<@Nullable PhaseRecording> CURRENT = new AtomicReference<>();

    @Override
    public Activity activity() {
        return Activity.CPU;
    }

    @Override
    public ActivityRecording start(RecordingOptions options) {
        PhaseRecording recording = new PhaseRecording(options);
        CURRENT.set(recording);
        return recording;
    }

    /** The running recording; null if there is none. */
    static @Nullable PhaseRecording current() {
        return CURRENT.get();
    }

    static void ended(PhaseRecording recording) {
        CURRENT.compareAndSet(recording, null);
    }
}
