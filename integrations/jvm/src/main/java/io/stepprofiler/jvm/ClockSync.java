package io.stepprofiler.jvm;

import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A reading of {@link System#nanoTime()} between two of the flight recorder's clock: its own start and end. */
@Name(ClockSync.NAME)
@Label("Clock Synchronization")
@StackTrace(false)
@Enabled(false)
final class ClockSync extends Event {
    static final String NAME = "io.stepprofiler.ClockSync";

    /** The first readings wait for memory; a few more make sure that one is quick. */
    private static final int READINGS = 8;

    /** Which window it belongs to. */
    long window;

    /** Whether it was taken at the window's end. */
    boolean atEnd;

    /** The reading. */
    long nanos;

    /** Takes the readings of an end of a window; answers the time of the last one. */
    static long take(long window, boolean atEnd) {
        long last = 0;
        for (int i = 0; i < READINGS; i++) {
            ClockSync sync = new ClockSync();
            sync.window = window;
            sync.atEnd = atEnd;
            sync.begin();
            last = System.nanoTime();
            sync.nanos = last;
            sync.end();
            sync.commit();
        }
        return last;
    }
}
