package io.stepprofiler.cuda;

import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;

/**
 * A window of which nothing can be recorded; its trace says why.
 *
 * @param reason why
 */
record NoRecording(String reason) implements ActivityRecording {
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
