package io.stepprofiler.djl.recording;

import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;

/** Recording of one window by woven code. */
public final class WovenRecording implements ActivityRecording {
    /** Data that a window requests from woven code. */
    record Wanted(boolean operations, boolean shapes, boolean memory, boolean arrays) {}

    private final Wanted wanted;
    private final String layer;

    /** Creates a recording with a description of the layer that records. */
    WovenRecording(Wanted wanted, String layer) {
        this.wanted = wanted;
        this.layer = layer;
    }

    /** {@return whether woven code records operations} */
    public boolean operations() {
        return wanted.operations();
    }

    /** {@return whether it records the arguments of operations} */
    public boolean shapes() {
        return wanted.shapes();
    }

    /** {@return whether memory is recorded, by any layer} */
    public boolean memory() {
        return wanted.memory();
    }

    /** {@return whether arrays are recorded as memory} */
    public boolean arrays() {
        return wanted.arrays();
    }

    @Override
    public void stop() {
        WovenSource.ended(this);
    }

    @Override
    public void collectSoFar(ActivitySink sink) {
        collect(sink);
    }

    @Override
    public void collect(ActivitySink sink) {
        if (WovenSource.hasTraining()) {
            sink.note(WovenSource.KEY, layer);
        }
        long failures = WovenFailures.count();
        if (failures > 0) {
            sink.note(WovenSource.KEY + " failures", Long.toString(failures));
        }
    }
}
