package io.stepprofiler.window;

import io.stepprofiler.clock.ClockReading;
import io.stepprofiler.recording.EventName;
import io.stepprofiler.recording.Window;

/**
 * Up to where a window is read, and with what.
 *
 * @param at the instant
 * @param window what is read
 * @param isLast whether it is the window's end: nothing is left for later
 * @param names the names of what is read
 * @param operations how operations are read
 * @param stacks the call stacks of what is read
 * @param deadline when reading is to end, done or not
 */
public record Cut(
        ClockReading at,
        Window window,
        boolean isLast,
        NameResolver names,
        OpRecord operations,
        StackResolver stacks,
        Deadline deadline) {
    public long ticks() {
        return at.ticks();
    }

    public long nanos() {
        return at.nanos();
    }

    public int nameId(int ref) {
        return names.nameId(ref);
    }

    public EventName name(int ref) {
        return names.name(ref);
    }
}
