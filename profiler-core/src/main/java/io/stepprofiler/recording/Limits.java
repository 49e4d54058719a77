package io.stepprofiler.recording;

import java.time.Duration;

/** Fixed limits of recording, which {@code Defaults} explains. */
public final class Limits {
    public static final int MAX_NESTING = 1024;
    public static final int MAX_NAMES = 1 << 17;
    public static final int MAX_TEXT_LENGTH = 1024;
    public static final int MAX_NOTE_LENGTH = 1 << 14;
    public static final int MAX_LABELS = 1 << 16;
    public static final int MAX_STACK_DEPTH = 64;
    public static final int MAX_STACKS = 1 << 16;
    public static final int MAX_SIGNATURES = 1 << 16;
    public static final long MAX_MEMORY_BYTES = 1L << 48;

    public static final Duration SOURCE_INTERVAL = Duration.ofSeconds(1);

    private Limits() {}

    public static long maxBufferBytes() {
        return Math.max(8L << 20, Runtime.getRuntime().maxMemory() / 16);
    }
}
