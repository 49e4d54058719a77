package io.stepprofiler.capture.tensorflow;

import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.capture.proto.tensorflow.ProfileOptions;
import io.stepprofiler.capture.proto.tensorflow.ProfileRequest;
import io.stepprofiler.text.OneLine;
import java.time.Duration;
import java.time.Instant;

/**
 * The part of a client's request that concerns this process; the client itself stores the profile.
 *
 * @param duration more than 0
 * @param delay time until the recording begins; 0 for at once
 * @param sessionId name of the call, only used by Terminate
 * @param withStacks whether to record call stacks
 * @param wantsXSpace whether the reply also has the profile as an XSpace
 */
record WantedProfile(Duration duration, Duration delay, String sessionId, boolean withStacks, boolean wantsXSpace) {
    private static final int MAX_SESSION_ID = 200;
    private static final long SECOND_NANOS = 1_000_000_000;

    /**
     * {@return the wanted profile of a request}
     *
     * @throws IllegalArgumentException if a value is missing or exceeds a limit; the message is for the client
     */
    static WantedProfile of(ProfileRequest request, Instant now, Duration longest) {
        ProfileOptions options = request.getOpts();
        long millis = options.getDurationMs() != 0 ? options.getDurationMs() : request.getDurationMs();
        if (millis == 0) {
            throw new IllegalArgumentException("duration_ms must be greater than zero.");
        }
        Duration duration = duration(millis, longest);
        String sessionId = request.getSessionId();
        if (sessionId.length() > MAX_SESSION_ID) {
            throw new IllegalArgumentException(
                    "session_id has " + sessionId.length() + " characters: at most " + MAX_SESSION_ID + " are allowed");
        }
        return new WantedProfile(
                duration,
                delay(options.getStartTimestampNs(), now, longest),
                OneLine.of(sessionId),
                options.getPythonTracerLevel() != 0,
                request.getEmitXspace());
    }

    /**
     * {@return a duration from a message}
     *
     * @throws IllegalArgumentException if it is longer than allowed
     */
    static Duration duration(long millis, Duration longest) {
        checkTime("duration_ms", millis, longest);
        return Duration.ofMillis(millis);
    }

    /** The delay until a start time; 0 if it has passed. */
    private static Duration delay(long startNanos, Instant now, Duration longest) {
        if (startNanos == 0) {
            return Duration.ZERO;
        }
        Instant start = Instant.ofEpochSecond(
                Long.divideUnsigned(startNanos, SECOND_NANOS), Long.remainderUnsigned(startNanos, SECOND_NANOS));
        if (!start.isAfter(now)) {
            return Duration.ZERO;
        }
        Duration delay = Duration.between(now, start);
        checkTime("opts.start_timestamp_ns - now, in milliseconds,", delay.toMillis(), longest);
        return delay;
    }

    /** Checks a time; numbers in messages are unsigned. */
    private static void checkTime(String field, long millis, Duration longest) {
        if (Long.compareUnsigned(millis, longest.toMillis()) > 0) {
            throw new IllegalArgumentException(
                    field + " = " + Long.toUnsignedString(millis) + " is not allowed: at most " + longest.toMillis());
        }
    }

    ProfileBuilder configure(ProfileBuilder builder) {
        return withStacks ? builder.withStack(true) : builder;
    }
}
