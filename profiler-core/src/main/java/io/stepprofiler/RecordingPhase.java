package io.stepprofiler;

import io.stepprofiler.recording.Window;
import io.stepprofiler.window.Drainer;
import org.jspecify.annotations.Nullable;

/** Phase of a recording, with the data that exists in it. The transitions are the operations of {@link Recording}. */
sealed interface RecordingPhase {
    /** Phase in which a window is recorded. */
    sealed interface Active extends RecordingPhase {
        Window window();
    }

    /** Nothing is recorded. */
    record Idle() implements RecordingPhase {}

    /** The window is recorded and will be thrown away. */
    record WarmingUp(Window window) implements Active {}

    /**
     * The window is recorded and will be an ended one.
     *
     * @param traceId id of its trace
     * @param drainer stores the window, and answers requests for snapshots
     * @param alarms triggers of automatic snapshots; null without a history
     * @param hasStep whether a step has been recorded to its end
     */
    record Open(
            Window window,
            String traceId,
            Sources.Recordings sources,
            Drainer drainer,
            @Nullable Alarms alarms,
            boolean hasStep)
            implements Active {
        Open withStep() {
            return hasStep ? this : new Open(window, traceId, sources, drainer, alarms, true);
        }
    }

    /**
     * The window has ended, and will be published or thrown away.
     *
     * @param hasStep whether a step was recorded to its end
     */
    record Ended(EndedWindow window, boolean hasStep) implements RecordingPhase {}
}
