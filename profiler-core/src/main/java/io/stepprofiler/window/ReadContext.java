package io.stepprofiler.window;

import io.stepprofiler.clock.ClockReading;
import io.stepprofiler.recording.EventName;
import io.stepprofiler.recording.Window;

/**
 * Context in which a window is read up to an instant, the end of the reading.
 *
 * @param at end of the reading
 * @param window window that is read
 * @param isLast whether the reading ends with the window: nothing is left for later
 * @param names resolver of name references
 * @param operations reader of the records of operations
 * @param stacks resolver of call stacks
 * @param deadline time by which reading must end, done or not
 */
public record ReadContext(
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
