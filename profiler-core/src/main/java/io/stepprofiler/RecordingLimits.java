package io.stepprofiler;

import io.stepprofiler.recording.Limits;
import java.util.OptionalLong;

/**
 * Limits of a window while it is recorded. Events beyond them are dropped and counted. Immutable: each method returns
 * other limits.
 */
public final class RecordingLimits {
    /** Default limits of a profile. */
    public static final RecordingLimits DEFAULT = new RecordingLimits(OptionalLong.empty(), Limits.maxBufferBytes(), 1);

    static final long MAX_ALLOWED_EVENTS = 2_000_000_000;

    private static final long MIN_BYTES = 1 << 16;

    final OptionalLong maxEvents;
    final long maxBufferBytes;
    final int stackInterval;

    private RecordingLimits(OptionalLong maxEvents, long maxBufferBytes, int stackInterval) {
        this.maxEvents = maxEvents;
        this.maxBufferBytes = maxBufferBytes;
        this.stackInterval = stackInterval;
    }

    /**
     * {@return these limits with another number of events of a window, memory events not counted}
     *
     * <p>Default {@value Defaults#MAX_EVENTS}, or 2,000,000,000 with a journal. With a {@link ProfileBuilder#history}
     * there is no such limit. Each thread reserves room for 16 events at once, and for more when that is full, so that
     * a million threads with one event each reach a limit of 16 million.
     *
     * @param value 1 to 2,000,000,000
     */
    public RecordingLimits withMaxEvents(long value) {
        inRange("maxEvents", value, 1, MAX_ALLOWED_EVENTS);
        return new RecordingLimits(OptionalLong.of(value), maxBufferBytes, stackInterval);
    }

    /**
     * {@return these limits with another number of bytes of a window: events, names, arguments, step marks, and a
     * kilobyte for each thread}
     *
     * <p>Default a sixteenth of the largest heap, at least 8 MiB. The trace of the window takes about the same again,
     * and so does each window that waits for slow handlers.
     *
     * @param value 65,536 or more
     */
    public RecordingLimits withMaxBufferBytes(long value) {
        inRange("maxBufferBytes", value, MIN_BYTES, Long.MAX_VALUE);
        return new RecordingLimits(maxEvents, value, stackInterval);
    }

    /**
     * {@return these limits with another interval of call stacks, if they are recorded} With 100, the cost of a call
     * stack is spread over a hundred scopes.
     *
     * @param value number of scopes of a thread per call stack, 1 or more; default 1
     */
    public RecordingLimits withStackInterval(int value) {
        inRange("stackInterval", value, 1, Integer.MAX_VALUE);
        return new RecordingLimits(maxEvents, maxBufferBytes, value);
    }

    static void inRange(String parameter, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    parameter + " = " + value + " is not allowed: must be " + least + " to " + most);
        }
    }
}
