package io.stepprofiler.djl.woven;

import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;

/** What woven code records in one window. */
final class WovenRecording implements ActivityRecording {
    /** What a window wants of woven code. */
    record Wanted(boolean operations, boolean shapes, boolean memory, boolean arrays) {}

    private final Wanted wanted;
    private final String layer;

    /** With the layer that does the recording, in words. */
    WovenRecording(Wanted wanted, String layer) {
        this.wanted = wanted;
        this.layer = layer;
    }

    /** Whether woven code records operations. */
    boolean operations() {
        return wanted.operations();
    }

    /** Whether it records what operations are called with. */
    boolean shapes() {
        return wanted.shapes();
    }

    /** Whether memory is recorded, by whomever. */
    boolean memory() {
        return wanted.memory();
    }

    /** Whether arrays stand for memory. */
    boolean arrays() {
        return wanted.arrays();
    }

    @Override
    public void stop() {
        WovenSource.ended(this);
    }

    @Override
    public void collect(ActivitySink sink) {
        if (WovenTraining.isKnown()) {
            sink.note(WovenSource.KEY, layer);
        }
        long failures = WovenFailures.count();
        if (failures > 0) {
            sink.note(WovenSource.KEY + " failures", Long.toString(failures));
        }
    }
}
