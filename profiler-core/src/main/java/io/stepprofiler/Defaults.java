package io.stepprofiler;

import io.stepprofiler.recording.Limits;
import java.time.Duration;

/** Every default and fixed limit of recording, in one place. */
public final class Defaults {
    /** Most events that the buffers of one window hold: {@value}. */
    public static final long MAX_EVENTS = 16_000_000;

    /** Most nested open scopes on one thread: {@value}; deeper ones are dropped and counted. */
    public static final int MAX_NESTING = Limits.MAX_NESTING;

    /** Most distinct names in one window, labels not counted: {@value}. */
    public static final int MAX_NAMES = Limits.MAX_NAMES;

    /** Most characters of a name or of an argument's text: {@value}; longer ones are truncated and counted. */
    public static final int MAX_TEXT_LENGTH = Limits.MAX_TEXT_LENGTH;

    /** Most characters of a source's note in a trace's metadata: {@value}; longer ones are truncated and counted. */
    public static final int MAX_NOTE_LENGTH = Limits.MAX_NOTE_LENGTH;

    /** Most labels of a process that get their own number: {@value}; others work like plain names. */
    public static final int MAX_LABELS = Limits.MAX_LABELS;

    /** Most frames of a call stack, innermost first: {@value}; the outer ones are left out. */
    public static final int MAX_STACK_DEPTH = Limits.MAX_STACK_DEPTH;

    /** Most distinct call stacks in one window: {@value}; further ones are left out and counted. */
    public static final int MAX_STACKS = Limits.MAX_STACKS;

    /** Most distinct signatures of operations in one window: {@value}; further ones are left out and counted. */
    public static final int MAX_SIGNATURES = Limits.MAX_SIGNATURES;

    /** Most bytes of one memory event: {@value}, 256 TiB; larger ones are dropped as invalid, and counted. */
    public static final long MAX_MEMORY_BYTES = Limits.MAX_MEMORY_BYTES;

    /** Most allocations that {@link LiveMemory} tracks at a time: {@value}; further ones are only counted. */
    public static final int MAX_LIVE_PIECES = 1 << 18;

    /** One scope in {@value} of each thread gets its call stack, if call stacks are recorded. */
    public static final int STACK_INTERVAL = 1;

    /** Longest time to assemble a trace: less than {@link #CLOSE_TIMEOUT}, to leave time for the handlers. */
    public static final Duration POST_PROCESSING_TIMEOUT = Duration.ofSeconds(20);

    /** Longest time that {@link Profile#close()} waits for the handlers. */
    public static final Duration CLOSE_TIMEOUT = Duration.ofMinutes(1);

    /** Longest time of one handler for one trace. */
    public static final Duration HANDLER_TIMEOUT = Duration.ofMinutes(5);

    /** Longest time that a step waits for the delivery of earlier windows before a warm-up begins. */
    public static final Duration DELIVERY_WAIT = Duration.ofSeconds(2);

    /** Most failures that {@link Profile#failures()} lists: {@value}; the rest are only counted. */
    public static final int MAX_FAILURES = 100;

    /** Longest time that an open profile delays the exit of the virtual machine to deliver its window. */
    public static final Duration EXIT_TIMEOUT = Duration.ofSeconds(10);

    /** Most bytes of a file that a trace is read from: {@value}, 64 GiB. */
    public static final long MAX_IMPORT_BYTES = 1L << 36;

    /** Most events of a file that a trace is read from: {@value}. */
    public static final long MAX_IMPORT_EVENTS = 1L << 34;

    /** Number of bytes at the beginning of a file that select its reader: {@value}. */
    public static final int IMPORT_PROBE_BYTES = 1 << 16;

    /** Interval at which activity sources deliver to journals and histories, unless these are flushed more often. */
    public static final Duration SOURCE_INTERVAL = Limits.SOURCE_INTERVAL;

    /** Longest time that the delivery of a history waits for the latest events of activity sources. */
    public static final Duration SOURCE_WAIT = Duration.ofSeconds(1);

    /** Time after which the future of {@link Profile#takeSnapshot} fails. */
    public static final Duration SNAPSHOT_TIMEOUT = POST_PROCESSING_TIMEOUT.multipliedBy(2);

    /** Default limit of the time from the beginning of a {@linkplain Captures capture} to the end of its recording. */
    public static final Duration CAPTURE_LIMIT = Duration.ofHours(1);

    /** Most steps of a capture, and of its warm-up: {@value}. */
    public static final int MAX_CAPTURE_STEPS = 1_000_000;

    /** Number of future steps of a schedule that are searched for idle steps for a capture: {@value}. */
    public static final int CAPTURE_LOOK_AHEAD = 1_000_000;

    private Defaults() {}

    /** {@return the most bytes that reading a file and its trace take: seven eighths of the largest heap} */
    public static long importMemoryBytes() {
        return Runtime.getRuntime().maxMemory() / 8 * 7;
    }

    /** {@return the most bytes that the buffers of one window hold: a sixteenth of the largest heap, at least 8 MiB} */
    public static long maxBufferBytes() {
        return Limits.maxBufferBytes();
    }

    /** {@return the most bytes that a {@link History} keeps: a sixteenth of the largest heap, at least 8 MiB} */
    public static long historyBytes() {
        return maxBufferBytes();
    }
}
