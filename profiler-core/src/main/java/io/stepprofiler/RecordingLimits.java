package io.stepprofiler;

import java.util.OptionalLong;

/**
 * Limits of a window while it is recorded. Events beyond them are dropped and counted.
 *
 * @param maxEvents most events of a window, memory events not counted; default {@value Defaults#MAX_EVENTS}, or
 *     2,000,000,000 with a journal. With a {@link ProfileBuilder#history} there is no such limit. Each thread reserves
 *     room for 16 events at once, and for more when that is full, so that a million threads with one event each reach a
 *     limit of 16 million
 * @param maxBufferBytes most bytes of a window: events, names, arguments, step marks, and a kilobyte for each thread;
 *     default {@link Defaults#maxBufferBytes()}. Its trace takes about the same again, and so does each window that
 *     waits for slow handlers
 * @param stackInterval number of scopes of a thread per call stack, if call stacks are recorded; default {@value
 *     Defaults#STACK_INTERVAL}. With 100, the cost of a call stack is spread over a hundred scopes
 */
public record RecordingLimits(OptionalLong maxEvents, long maxBufferBytes, int stackInterval) {
    /** Default limits of a profile. */
    public static final RecordingLimits DEFAULT =
            new RecordingLimits(OptionalLong.empty(), Defaults.maxBufferBytes(), Defaults.STACK_INTERVAL);

    static final long MAX_ALLOWED_EVENTS = 2_000_000_000;

    private static final long MIN_BYTES = 1 << 16;

    /**
     * Checks the values.
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
     * {@return these limits with another number of events}
     *
     * @param value 1 to 2,000,000,000
     */
    public RecordingLimits withMaxEvents(long value) {
        return new RecordingLimits(OptionalLong.of(value), maxBufferBytes, stackInterval);
    }

    /**
     * {@return these limits with another number of bytes}
     *
     * @param value 65,536 or more
     */
    public RecordingLimits withMaxBufferBytes(long value) {
        return new RecordingLimits(maxEvents, value, stackInterval);
    }

    /**
     * {@return these limits with another interval of call stacks}
     *
     * @param value number of scopes per call stack, 1 or more
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
