package io.stepprofiler;

import io.stepprofiler.event.CaptureOptions;
import io.stepprofiler.source.ActivityType;
import java.util.EnumSet;

/** A window in which everything is recorded, and which is thrown away when it is closed. */
final class RehearsalWindow implements AutoCloseable {
    static final CaptureOptions OPTIONS = new CaptureOptions(true, true, true, true, true);

    private static final int MAX_EVENTS = 1 << 16;
    private static final long MAX_BYTES = 8 << 20;

    final Window window = new Window(MAX_EVENTS, MAX_BYTES, new Capture(OPTIONS, 1, EnumSet.allOf(ActivityType.class)));

    /** Records what some work does on this thread, and ends the window; no other is to be open. */
    void record(Runnable work) {
        Recorder.switchTo(window);
        try {
            work.run();
        } finally {
            Recorder.switchTo(null);
            window.end();
        }
    }

    @Override
    public void close() {
        window.release(true);
    }
}
