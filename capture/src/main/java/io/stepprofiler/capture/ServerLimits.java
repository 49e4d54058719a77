package io.stepprofiler.capture;

import java.time.Duration;

/**
 * How much a {@link ProfilerServer} does for those who ask, so that the training goes on whatever they send.
 *
 * <p>A call that wants too much is refused with {@code RESOURCE_EXHAUSTED} or {@code INVALID_ARGUMENT} and a sentence
 * that names the limit; a connection that does what no client needs is closed, and counted. Immutable: each method that
 * changes something answers other limits.
 *
 * @param maxDuration longest that a client may have recorded, and wait for a recording to begin
 * @param maxRequestBytes longest message from a client
 * @param maxReplyBytes longest reply in one message, which is in memory while it is sent; what is streamed may be
 *     longer
 * @param maxHeaderBytes most bytes of the headers of a call
 * @param maxConnections most connections at a time; where one more comes, one that has called nothing for {@code
 *     requestTime} is closed for it, or else it is closed itself
 * @param maxConcurrentCalls most calls of a connection at a time
 * @param maxCallsPerSecond most calls, and cancellations of calls, of a connection in a second; it is closed beyond
 *     that
 * @param idleTime after which a connection without calls is closed
 * @param requestTime within which a connection says that it speaks HTTP/2, then begins its first call, and a call has sent
 *     its message
 */
public record ServerLimits(
        Duration maxDuration,
        int maxRequestBytes,
        long maxReplyBytes,
        int maxHeaderBytes,
        int maxConnections,
        int maxConcurrentCalls,
        int maxCallsPerSecond,
        Duration idleTime,
        Duration requestTime) {
    private static final Duration LONGEST = Duration.ofDays(365);

    /**
     * What is allowed unless something else is said: 1 hour, requests of 64 KiB, replies of 256 MiB, headers of 8 KiB,
     * 32 connections, 16 calls at a time on each, 100 a second, 5 minutes of idle time, 10 seconds for a request.
     */
    public static final ServerLimits DEFAULT = new ServerLimits(
            Duration.ofHours(1),
            64 << 10,
            256L << 20,
            8 << 10,
            32,
            16,
            100,
            Duration.ofMinutes(5),
            Duration.ofSeconds(10));

    /**
     * Checks the values.
     *
     * @param maxDuration more than 0, at most 365 days
     * @param maxRequestBytes 1 KiB or more
     * @param maxReplyBytes 1 KiB or more, less than 2 GiB
     * @param maxHeaderBytes 1 KiB or more
     * @param maxConnections 1 or more
     * @param maxConcurrentCalls 1 or more
     * @param maxCallsPerSecond 1 or more
     * @param idleTime 1 s or more, at most 365 days
     * @param requestTime more than 0, at most 365 days
     * @throws IllegalArgumentException naming the parameter, its value and what is allowed
     */
    public ServerLimits {
        check("maxDuration", maxDuration, Duration.ofNanos(1));
        check("maxRequestBytes", maxRequestBytes, 1 << 10, Integer.MAX_VALUE);
        check("maxReplyBytes", maxReplyBytes, 1 << 10, Integer.MAX_VALUE);
        check("maxHeaderBytes", maxHeaderBytes, 1 << 10, Integer.MAX_VALUE);
        check("maxConnections", maxConnections, 1, Integer.MAX_VALUE);
        check("maxConcurrentCalls", maxConcurrentCalls, 1, Integer.MAX_VALUE);
        check("maxCallsPerSecond", maxCallsPerSecond, 1, Integer.MAX_VALUE);
        check("idleTime", idleTime, Duration.ofSeconds(1));
        check("requestTime", requestTime, Duration.ofNanos(1));
    }

    private static void check(String parameter, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    parameter + " = " + value + " is not allowed: must be " + least + " to " + most);
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
        return new ServerLimits(
                duration,
                maxRequestBytes,
                maxReplyBytes,
                maxHeaderBytes,
                maxConnections,
                maxConcurrentCalls,
                maxCallsPerSecond,
                idleTime,
                requestTime);
    }

    /**
     * {@return these limits with another longest message from a client}
     *
     * @param bytes 1 KiB or more
     */
    public ServerLimits maxRequestBytes(int bytes) {
        return new ServerLimits(
                maxDuration,
                bytes,
                maxReplyBytes,
                maxHeaderBytes,
                maxConnections,
                maxConcurrentCalls,
                maxCallsPerSecond,
                idleTime,
                requestTime);
    }

    /**
     * {@return these limits with another longest reply in one message}
     *
     * @param bytes 1 KiB or more, less than 2 GiB
     */
    public ServerLimits maxReplyBytes(long bytes) {
        return new ServerLimits(
                maxDuration,
                maxRequestBytes,
                bytes,
                maxHeaderBytes,
                maxConnections,
                maxConcurrentCalls,
                maxCallsPerSecond,
                idleTime,
                requestTime);
    }

    /**
     * {@return these limits with other headers of a call at most}
     *
     * @param bytes 1 KiB or more
     */
    public ServerLimits maxHeaderBytes(int bytes) {
        return new ServerLimits(
                maxDuration,
                maxRequestBytes,
                maxReplyBytes,
                bytes,
                maxConnections,
                maxConcurrentCalls,
                maxCallsPerSecond,
                idleTime,
                requestTime);
    }

    /**
     * {@return these limits with another number of connections}
     *
     * @param connections 1 or more
     */
    public ServerLimits maxConnections(int connections) {
        return new ServerLimits(
                maxDuration,
                maxRequestBytes,
                maxReplyBytes,
                maxHeaderBytes,
                connections,
                maxConcurrentCalls,
                maxCallsPerSecond,
                idleTime,
                requestTime);
    }

    /**
     * {@return these limits with another number of calls at a time, of a connection}
     *
     * @param calls 1 or more
     */
    public ServerLimits maxConcurrentCalls(int calls) {
        return new ServerLimits(
                maxDuration,
                maxRequestBytes,
                maxReplyBytes,
                maxHeaderBytes,
                maxConnections,
                calls,
                maxCallsPerSecond,
                idleTime,
                requestTime);
    }

    /**
     * {@return these limits with another number of calls in a second, of a connection}
     *
     * @param calls 1 or more
     */
    public ServerLimits maxCallsPerSecond(int calls) {
        return new ServerLimits(
                maxDuration,
                maxRequestBytes,
                maxReplyBytes,
                maxHeaderBytes,
                maxConnections,
                maxConcurrentCalls,
                calls,
                idleTime,
                requestTime);
    }

    /**
     * {@return these limits with another idle time}
     *
     * @param time 1 s or more, at most 365 days
     */
    public ServerLimits idleTime(Duration time) {
        return new ServerLimits(
                maxDuration,
                maxRequestBytes,
                maxReplyBytes,
                maxHeaderBytes,
                maxConnections,
                maxConcurrentCalls,
                maxCallsPerSecond,
                time,
                requestTime);
    }

    /**
     * {@return these limits with another time for a request}
     *
     * @param time more than 0, at most 365 days
     */
    public ServerLimits requestTime(Duration time) {
        return new ServerLimits(
                maxDuration,
                maxRequestBytes,
                maxReplyBytes,
                maxHeaderBytes,
                maxConnections,
                maxConcurrentCalls,
                maxCallsPerSecond,
                idleTime,
                time);
    }
}
