package io.stepprofiler.djl;

import io.stepprofiler.event.CaptureOptions;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySource;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A source of the phases of DJL's trainers: data loading, forward pass, loss and backward pass, metrics, optimizer,
 * validation. A {@link ProfilingListener} reports them when they have ended, since DJL tells how long they took and not
 * that they begin.
 *
 * <p>Needed for a profile that is given to {@link ProfilingListener#of(io.stepprofiler.Profile)}; the other ways to
 * make a listener add it by themselves. A window holds at most a million phases; later ones are counted as lost. For
 * any thread.
 */
public final class TrainerPhases implements ActivitySource {
    /** One for the process: it has room for one profile at a time. */
    private static final AtomicReference<@Nullable PhaseRecording> CURRENT = new AtomicReference<>();

    private TrainerPhases() {}

    /** {@return the source} */
    public static TrainerPhases create() {
        return new TrainerPhases();
    }

    @Override
    public Activity activity() {
        return Activity.CPU;
    }

    @Override
    public ActivityRecording start(CaptureOptions options) {
        PhaseRecording recording = new PhaseRecording(options);
        CURRENT.set(recording);
        return recording;
    }

    /** The recording that runs; null if none does. */
    static @Nullable PhaseRecording current() {
        return CURRENT.get();
    }

    static void ended(PhaseRecording recording) {
        CURRENT.compareAndSet(recording, null);
    }
}
