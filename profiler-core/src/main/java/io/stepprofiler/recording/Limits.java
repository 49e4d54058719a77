package io.stepprofiler.recording;

import java.time.Duration;

/** Fixed limits of recording. */
public final class Limits {
    /** Most nested open scopes on one thread: {@value}; deeper ones are dropped and counted. */
    public static final int MAX_NESTING = 1024;

    /** Most distinct names in one window, labels not counted: {@value}. */
    public static final int MAX_NAMES = 1 << 17;

    /** Most characters of a name or of an argument's text: {@value}; longer ones are truncated and counted. */
    public static final int MAX_TEXT_LENGTH = 1024;

    /** Most characters of a source's note in a trace's metadata: {@value}; longer ones are truncated and counted. */
    public static final int MAX_NOTE_LENGTH = 1 << 14;

    /** Most labels of a process that get their own number: {@value}; others work like plain names. */
    public static final int MAX_LABELS = 1 << 16;

    /** Most frames of a call stack, innermost first: {@value}; the outer ones are left out. */
    public static final int MAX_STACK_DEPTH = 64;

    /** Most distinct call stacks in one window: {@value}; further ones are left out and counted. */
    public static final int MAX_STACKS = 1 << 16;

    /** Most distinct signatures of operations in one window: {@value}; further ones are left out and counted. */
    public static final int MAX_SIGNATURES = 1 << 16;

    /** Most bytes of one memory event: {@value}, 256 TiB; larger ones are dropped as invalid, and counted. */
    public static final long MAX_MEMORY_BYTES = 1L << 48;

    /** Interval at which activity sources deliver to journals and histories, unless these are flushed more often. */
    public static final Duration SOURCE_INTERVAL = Duration.ofSeconds(1);

    private Limits() {}

    /** {@return the most bytes that the buffers of one window hold: a sixteenth of the largest heap, at least 8 MiB} */
    public static long maxBufferBytes() {
        return Math.max(8L << 20, Runtime.getRuntime().maxMemory() / 16);
    }
}
