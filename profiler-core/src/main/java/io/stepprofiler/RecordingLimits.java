package io.stepprofiler;

import java.util.OptionalLong;

/**
 * Limits of what a window holds while it is recorded. What is beyond them is dropped, and counted.
 *
 * @param maxEvents most events of a window, memory events not counted; default {@value Defaults#MAX_EVENTS}, or
 *     2,000,000,000 with a journal. With a {@link ProfileBuilder#history} there is no such limit. Each thread takes room
 *     for 16 events at once, and for more when that is full, so that a million threads with one event each reach a limit
 *     of 16 million
 * @param maxBufferBytes most bytes of a window: events, names, arguments, step marks, and a kilobyte for each thread;
 *     default {@link Defaults#maxBufferBytes()}. Its trace takes about as much again, and so does each window that waits
 *     for slow handlers
 * @param stackInterval of how many scopes of a thread one gets its call stack, if call stacks are recorded; default
 *     {@value Defaults#STACK_INTERVAL}. With 100, what call stacks cost is spread over a hundred scopes
 */
public record RecordingLimits(OptionalLong maxEvents, long maxBufferBytes, int stackInterval) {
    /** The limits of a profile that says nothing of them. */
    public static final RecordingLimits DEFAULT =
            new RecordingLimits(OptionalLong.empty(), Defaults.maxBufferBytes(), Defaults.STACK_INTERVAL);

    static final long MAX_ALLOWED_EVENTS = 2_000_000_000;

    private static final long MIN_BYTES = 1 << 16;

    /**
     * Limits.
     *
     * @param maxEvents 1 to 2,000,000,000; empty for the default
     * @param maxBufferBytes 65,536 or more
     * @param stackInterval 1 or more
     * @throws IllegalArgumentException if there are less than 1 or more than 2,000,000,000 events, less than 65,536
     *     bytes, or less than 1 scope
     */
    public RecordingLimits {
        inRange("maxEvents", maxEvents.orElse(1), 1, MAX_ALLOWED_EVENTS);
        inRange("maxBufferBytes", maxBufferBytes, MIN_BYTES, Long.MAX_VALUE);
        inRange("stackInterval", stackInterval, 1, Integer.MAX_VALUE);
    }

    /**
     * {@return the same with another number of events}
     *
     * @param value 1 to 2,000,000,000
     */
    public RecordingLimits withMaxEvents(long value) {
        return new RecordingLimits(OptionalLong.of(value), maxBufferBytes, stackInterval);
    }

    /**
     * {@return the same with another number of bytes}
     *
     * @param value 65,536 or more
     */
    public RecordingLimits withMaxBufferBytes(long value) {
        return new RecordingLimits(maxEvents, value, stackInterval);
    }

    /**
     * {@return the same with call stacks of other scopes}
     *
     * @param value one in so many, 1 or more
     */
    public RecordingLimits withStackInterval(int value) {
        return new RecordingLimits(maxEvents, maxBufferBytes, value);
    }

    static void inRange(String parameter, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    parameter + " = " + value + " is not allowed: must be " + least + " to " + most);
        }
    }
}
