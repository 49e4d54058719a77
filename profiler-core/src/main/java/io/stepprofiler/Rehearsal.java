package io.stepprofiler;

import io.stepprofiler.clock.ClockReading;
import io.stepprofiler.clock.Ticks;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Records and reads a window that is thrown away, once a process, so that the code that takes segments out of a window
 * has been compiled before one fills its buffers: as long as it has not, the first tenths of a second of a fast loop
 * are too much for it. Takes some tens of milliseconds.
 */
final class Rehearsal {
    private static final AtomicBoolean HELD = new AtomicBoolean();
    private static final int SEGMENTS = 40;

    private Rehearsal() {}

    /** Uses a window of its own, and releases it. */
    static void hold(Window window) {
        if (!HELD.compareAndSet(false, true)) {
            window.release(true);
            return;
        }
        try {
            window.drainOften();
            WindowReader reader = new WindowReader(window);
            for (int i = 0; i < SEGMENTS; i++) {
                record(window);
                reader.cut(ClockReading.now());
            }
        } finally {
            window.release(true);
        }
    }

    private static void record(Window window) {
        ThreadRecorder recorder = ThreadRecorder.in(window);
        for (int i = 0; recorder != null && i < Chunk.MAX_CAPACITY; i++) {
            recorder.close(recorder.open(recorder.refOf("rehearsal")), Ticks.now());
        }
    }
}
