package io.stepprofiler;

import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.Window;
import io.stepprofiler.window.Drainer;
import io.stepprofiler.window.SnapshotRequest;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A window that has ended, with all that its trace needs.
 *
 * @param window what was recorded
 * @param drainer who stored it while it went on, and has the rest to read
 * @param recordings what sources saw meanwhile
 * @param traceId id of its trace
 * @param number number of the window, from 1
 * @param keepsChunks whether threads keep their buffers for another window
 */
record EndedWindow(
        Window window,
        Drainer drainer,
        Sources.Recordings recordings,
        String traceId,
        long number,
        BooleanSupplier keepsChunks) {
    /** Whether there is no reason to deliver the rest of a history; none can be given any more then. */
    boolean isUnwanted() {
        return drainer.stepUnderWay().isEmpty() && drainer.requests().endUnlessOpen();
    }

    /** For what the rest of a history is delivered, which nobody else answers then; null if there is no reason. */
    @Nullable
    SnapshotRequest takeReason() {
        SnapshotRequest open = drainer.requests().takeOver();
        if (open != null) {
            return open;
        }
        return drainer.stepUnderWay()
                .map(mark -> SnapshotRequest.all("stopped in the middle of step " + mark.number()))
                .orElse(null);
    }

    /** Gives threads back their buffers. */
    void releaseChunks() {
        Recorder.release(window, keepsChunks.getAsBoolean());
    }

    /** Gives up all that it holds; the files of a journal stay if they are kept. */
    void release(boolean keepFiles) {
        drainer.requests().takeOver();
        drainer.release(keepsChunks.getAsBoolean(), keepFiles);
    }
}
