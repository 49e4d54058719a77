package io.stepprofiler.cuda;

import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;

/**
 * Recording of a window that only notes the reason why nothing can be recorded.
 *
 * @param reason the reason
 */
record NoCudaRecording(String reason) implements ActivityRecording {
    @Override
    public void stop() {}

    @Override
    public void collectSoFar(ActivitySink sink) {
        CudaNotes.addNothingTo(sink, reason);
    }

    @Override
    public void collect(ActivitySink sink) {
        CudaNotes.addNothingTo(sink, reason);
    }
}
