package io.stepprofiler;

import io.stepprofiler.clock.ClockReading;

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
record Cut(
        ClockReading at,
        Window window,
        boolean isLast,
        NameResolver names,
        OpRecord operations,
        StackResolver stacks,
        Deadline deadline) {
    long ticks() {
        return at.ticks();
    }

    long nanos() {
        return at.nanos();
    }

    int nameId(int ref) {
        return names.nameId(ref);
    }

    EventName name(int ref) {
        return names.name(ref);
    }
}
