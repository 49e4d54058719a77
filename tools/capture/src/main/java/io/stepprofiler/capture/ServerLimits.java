package io.stepprofiler.capture;

import java.time.Duration;

/**
 * Limits of the work that a {@link ProfilerServer} does for its clients.
 *
 * <p>A call beyond a limit is rejected with {@code RESOURCE_EXHAUSTED} or {@code INVALID_ARGUMENT} and a sentence that
 * names the limit. Immutable: each method returns changed limits.
 *
 * @param maxDuration longest recording, and longest wait for a recording to begin
 * @param maxReplyBytes longest reply in one message, which is in memory while it is sent, and at most an eighth of the
 *     heap; streams may be longer
 * @param maxConnections maximum number of connections; further ones are closed at once
 * @param idleTime time after which a connection without calls is closed
 * @param requestTime longest handshake of a connection, and longest time until a call has sent its message
 */
public record ServerLimits(
        Duration maxDuration, long maxReplyBytes, int maxConnections, Duration idleTime, Duration requestTime) {
    private static final Duration LONGEST = Duration.ofDays(365);

    /** 1 hour, replies of 256 MiB, 32 connections, 5 minutes of idle time, 10 seconds for a request. */
    public static final ServerLimits DEFAULT =
            new ServerLimits(Duration.ofHours(1), 256L << 20, 32, Duration.ofMinutes(5), Duration.ofSeconds(10));

    /**
     * Checks the values.
     *
     * @param maxDuration more than 0, at most 365 days
     * @param maxReplyBytes 1 KiB or more, less than 2 GiB
     * @param maxConnections 1 or more
     * @param idleTime 1 s or more, at most 365 days
     * @param requestTime more than 0, at most 365 days
     * @throws IllegalArgumentException naming the parameter, its value and the allowed values
     */
    public ServerLimits {
        check("maxDuration", maxDuration, Duration.ofNanos(1));
        check("maxReplyBytes", maxReplyBytes, 1 << 10);
        check("maxConnections", maxConnections, 1);
        check("idleTime", idleTime, Duration.ofSeconds(1));
        check("requestTime", requestTime, Duration.ofNanos(1));
    }

    private static void check(String parameter, long value, long least) {
        if (value < least || value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    parameter + " = " + value + " is not allowed: must be " + least + " to " + Integer.MAX_VALUE);
        }
    }

    private static void check(String parameter, Duration value, Duration least) {
        if (value.compareTo(least) < 0 || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    parameter + " = " + value + " is not allowed: must be " + least + " to " + LONGEST);
        }
    }

    /**
     * {@return these limits with another longest recording}
     *
     * @param duration more than 0, at most 365 days
     */
    public ServerLimits maxDuration(Duration duration) {
        return new ServerLimits(duration, maxReplyBytes, maxConnections, idleTime, requestTime);
    }

    /**
     * {@return these limits with another longest reply in one message}
     *
     * @param bytes 1 KiB or more, less than 2 GiB
     */
    public ServerLimits maxReplyBytes(long bytes) {
        return new ServerLimits(maxDuration, bytes, maxConnections, idleTime, requestTime);
    }

    /**
     * {@return these limits with another number of connections}
     *
     * @param connections 1 or more
     */
    public ServerLimits maxConnections(int connections) {
        return new ServerLimits(maxDuration, maxReplyBytes, connections, idleTime, requestTime);
    }

    /**
     * {@return these limits with another idle time}
     *
     * @param time 1 s or more, at most 365 days
     */
    public ServerLimits idleTime(Duration time) {
        return new ServerLimits(maxDuration, maxReplyBytes, maxConnections, time, requestTime);
    }

    /**
     * {@return these limits with another time for a request}
     *
     * @param time more than 0, at most 365 days
     */
    public ServerLimits requestTime(Duration time) {
        return new ServerLimits(maxDuration, maxReplyBytes, maxConnections, idleTime, time);
    }
}
