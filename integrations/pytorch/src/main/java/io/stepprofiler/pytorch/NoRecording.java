package io.stepprofiler.pytorch;

import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;

/** A window of which nothing can be recorded; its trace says why. */
record NoRecording(TorchNotes notes) implements ActivityRecording {
    @Override
    public void stop() {}

    @Override
    public void collectSoFar(ActivitySink sink) {
        notes.addNothingTo(sink);
    }

    @Override
    public void collect(ActivitySink sink) {
        notes.addNothingTo(sink);
    }
}
