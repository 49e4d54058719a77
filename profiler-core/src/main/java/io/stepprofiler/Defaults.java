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

    /** Most characters of a name or of an argument's text: {@value}; longer ones are cut and counted. */
    public static final int MAX_TEXT_LENGTH = Limits.MAX_TEXT_LENGTH;

    /** Most characters of what a source notes in a trace's metadata: {@value}; longer ones are cut and counted. */
    public static final int MAX_NOTE_LENGTH = Limits.MAX_NOTE_LENGTH;

    /** Most labels that get a number of their own, in the whole process: {@value}; others work as plain names. */
    public static final int MAX_LABELS = Limits.MAX_LABELS;

    /** Most frames of a call stack, innermost first: {@value}; the outer ones are left out. */
    public static final int MAX_STACK_DEPTH = Limits.MAX_STACK_DEPTH;

    /** Most distinct call stacks in one window: {@value}; further ones are left out and counted. */
    public static final int MAX_STACKS = Limits.MAX_STACKS;

    /** Most distinct signatures of operations in one window: {@value}; further ones are left out and counted. */
    public static final int MAX_SIGNATURES = Limits.MAX_SIGNATURES;

    /** Most bytes of one memory event: {@value}, 256 TiB; larger ones are dropped as invalid, and counted. */
    public static final long MAX_MEMORY_BYTES = Limits.MAX_MEMORY_BYTES;

    /** Most pieces of memory that {@link LiveMemory} knows at a time: {@value}; further ones are only counted. */
    public static final int MAX_LIVE_PIECES = 1 << 18;

    /** Of how many scopes of a thread one gets its call stack, where call stacks are recorded: {@value}. */
    public static final int STACK_INTERVAL = 1;

    /**
     * How long putting a trace together may take: less than {@link #CLOSE_TIMEOUT}, which leaves time for the handlers.
     */
    public static final Duration POST_PROCESSING_TIMEOUT = Duration.ofSeconds(20);

    /** How long {@link Profile#close()} waits for the handlers. */
    public static final Duration CLOSE_TIMEOUT = Duration.ofMinutes(1);

    /** How long one handler may take for one trace. */
    public static final Duration HANDLER_TIMEOUT = Duration.ofMinutes(5);

    /** How long a step waits for earlier windows to be delivered before a warm-up begins. */
    public static final Duration DELIVERY_WAIT = Duration.ofSeconds(2);

    /** Most failures that {@link Profile#failures()} lists: {@value}; the rest are only counted. */
    public static final int MAX_FAILURES = 100;

    /** How long a profile that is open when the virtual machine ends may delay that to deliver. */
    public static final Duration EXIT_TIMEOUT = Duration.ofSeconds(10);

    /** Most bytes of a file that a trace is read from: {@value}, 64 GiB. */
    public static final long MAX_IMPORT_BYTES = 1L << 36;

    /** Most events of a file that a trace is read from: {@value}. */
    public static final long MAX_IMPORT_EVENTS = 1L << 34;

    /** Bytes at the beginning of a file by which its reader is chosen: {@value}. */
    public static final int IMPORT_PROBE_BYTES = 1 << 16;

    /**
     * How often activity sources deliver what they see to journals and histories, unless these are flushed more often.
     */
    public static final Duration SOURCE_INTERVAL = Limits.SOURCE_INTERVAL;

    /** How long the delivery of a history waits for what activity sources have seen last. */
    public static final Duration SOURCE_WAIT = Duration.ofSeconds(1);

    /** How long putting a snapshot of a history together may take for those who wait for it. */
    public static final Duration SNAPSHOT_TIMEOUT = POST_PROCESSING_TIMEOUT.multipliedBy(2);

    /** How long a {@linkplain Captures capture} may take to the end of its recording. */
    public static final Duration CAPTURE_LIMIT = Duration.ofHours(1);

    /** Most steps of a capture, and of its warm-up: {@value}. */
    public static final int MAX_CAPTURE_STEPS = 1_000_000;

    /** How far schedules are looked ahead for a gap that a capture fits into: {@value} steps. */
    public static final int CAPTURE_LOOK_AHEAD = 1_000_000;

    private Defaults() {}

    /** {@return the most memory that reading a file and its trace take: seven eighths of the largest heap} */
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
