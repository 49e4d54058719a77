package io.stepprofiler;

import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.Window;
import io.stepprofiler.window.Drainer;
import io.stepprofiler.window.SnapshotRequest;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Ended window, with everything that its trace needs.
 *
 * @param window the recorded window
 * @param drainer stored the window while it was open, and reads the rest
 * @param recordings recordings of the activity sources
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
    /** True if there is no reason to deliver the rest of a history; later snapshot requests are then refused. */
    boolean isUnwanted() {
        return drainer.stepUnderWay().isEmpty() && drainer.requests().endUnlessOpen();
    }

    /**
     * Takes over the open snapshot requests, or makes one for an unfinished step; null if there is no reason to deliver
     * the rest of a history.
     */
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

    /** Returns the buffers to their threads. */
    void releaseChunks() {
        Recorder.release(window, keepsChunks.getAsBoolean());
    }

    /** Releases everything that it holds; the files of a journal stay if {@code keepFiles}. */
    void release(boolean keepFiles) {
        drainer.requests().takeOver();
        drainer.release(keepsChunks.getAsBoolean(), keepFiles);
    }
}
