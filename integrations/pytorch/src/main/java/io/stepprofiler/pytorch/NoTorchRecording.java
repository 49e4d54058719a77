package io.stepprofiler.pytorch;

import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;

/** A window in which nothing can be recorded; its trace notes the reason. */
record NoTorchRecording(TorchNotes notes) implements ActivityRecording {
    /** True if the operations of a libtorch that is loaded later can be recorded. */
    boolean mayBeLater() {
        return notes.status().copies() == 0 && notes.operations();
    }

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
