package io.stepprofiler;

import io.stepprofiler.recording.Limits;
import java.time.Duration;

/** Defaults and limits of profiles and captures; {@link Limits} has the limits of recording. */
final class Defaults {
    /** Most events that the buffers of one window hold: {@value}. */
    static final long MAX_EVENTS = 16_000_000;

    /** Most allocations that {@link LiveMemory} tracks at a time: {@value}; further ones are only counted. */
    static final int MAX_LIVE_PIECES = 1 << 18;

    /** Longest time to assemble a trace: less than {@link #CLOSE_TIMEOUT}, to leave time for the handlers. */
    static final Duration POST_PROCESSING_TIMEOUT = Duration.ofSeconds(20);

    /** Longest time that {@link Profile#close()} waits for the handlers. */
    static final Duration CLOSE_TIMEOUT = Duration.ofMinutes(1);

    /** Longest time of one handler for one trace. */
    static final Duration HANDLER_TIMEOUT = Duration.ofMinutes(5);

    /** Longest time that a step waits for the delivery of earlier windows before a warm-up begins. */
    static final Duration DELIVERY_WAIT = Duration.ofSeconds(2);

    /** Most failures that {@link Profile#failures()} lists: {@value}; the rest are only counted. */
    static final int MAX_FAILURES = 100;

    /** Longest time that an open profile delays the exit of the virtual machine to deliver its window. */
    static final Duration EXIT_TIMEOUT = Duration.ofSeconds(10);

    /** Longest time that the delivery of a history waits for the latest events of activity sources. */
    static final Duration SOURCE_WAIT = Duration.ofSeconds(1);

    /** Time after which the future of {@link Profile#takeSnapshot} fails. */
    static final Duration SNAPSHOT_TIMEOUT = POST_PROCESSING_TIMEOUT.multipliedBy(2);

    /** Default limit of the time from the beginning of a {@linkplain Captures capture} to the end of its recording. */
    static final Duration CAPTURE_LIMIT = Duration.ofHours(1);

    /** Most steps of a capture, and of its warm-up: {@value}. */
    static final int MAX_CAPTURE_STEPS = 1_000_000;

    /** Number of future steps of a schedule that are searched for idle steps for a capture: {@value}. */
    static final int CAPTURE_LOOK_AHEAD = 1_000_000;

    private Defaults() {}
}
