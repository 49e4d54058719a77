package io.stepprofiler.journal;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Options of the journals that store parts of a window for which memory has no room.
 *
 * <p>A window whose buffers stay below {@link #memoryBytes} never touches the disk. Beyond that, and after each {@link
 * #flushEvery} if that is set, a thread of the profiler writes the recorded events to a journal in {@link
 * #directory()}; training threads never wait for it. If it cannot keep up, or the disk is full, events are dropped and
 * counted. Once a handler has had a window's trace, its journal is removed unless {@link #keepFiles} is set; it stays
 * if all handlers failed, or part of it could not be read back. The journal of a process that was killed can be
 * assembled.
 *
 * <p>Immutable: each method that changes something returns other options.
 *
 * @param directory the directory of the journals; created if it does not exist
 * @param memoryBytes how much of a window's buffers may be full before the journal begins; 0 begins it at once; empty
 *     for a quarter of the buffers
 * @param maxBytes most bytes of one window's journal, 1 MiB or more; events beyond it are dropped, or the oldest are
 *     if the window keeps its last part only
 * @param flushEvery how much of a window a process that is killed may lose, 1 millisecond or more; empty for the
 *     content of the buffers
 * @param keepFiles whether journals stay when their traces have been delivered; they lack what activity sources deliver
 *     at the end
 */
public record JournalOptions(
        Path directory, Optional<Long> memoryBytes, long maxBytes, Optional<Duration> flushEvery, boolean keepFiles) {
    private static final long MAX_BYTES = 16L << 30;

    private static final long MIN_BYTES = 1 << 20;
    private static final Duration SHORTEST = Duration.ofMillis(1);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException naming the parameter, its value and the allowed values
     */
    public JournalOptions {
        Objects.requireNonNull(directory, "directory");
        if (memoryBytes.isPresent() && memoryBytes.get() < 0) {
            throw new IllegalArgumentException(
                    "memoryBytes = " + memoryBytes.get() + " is not allowed: must be 0 or more");
        }
        if (maxBytes < MIN_BYTES) {
            throw new IllegalArgumentException(
                    "maxBytes = " + maxBytes + " is not allowed: must be " + MIN_BYTES + " or more");
        }
        if (flushEvery.isPresent() && flushEvery.get().compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException(
                    "flushEvery = " + flushEvery.get() + " is not allowed: must be " + SHORTEST + " or more");
        }
    }

    /**
     * {@return options with the defaults}
     *
     * @param directory where journals are kept
     */
    public static JournalOptions in(Path directory) {
        return new JournalOptions(directory, Optional.empty(), MAX_BYTES, Optional.empty(), false);
    }

    /**
     * {@return these options with another limit of memory}
     *
     * @param bytes 0 or more
     */
    public JournalOptions withMemoryBytes(long bytes) {
        return new JournalOptions(directory, Optional.of(bytes), maxBytes, flushEvery, keepFiles);
    }

    /**
     * {@return these options with another limit for the disk}
     *
     * @param bytes 1 MiB or more
     */
    public JournalOptions withMaxBytes(long bytes) {
        return new JournalOptions(directory, memoryBytes, bytes, flushEvery, keepFiles);
    }

    /**
     * {@return these options with events flushed to the journal at an interval}
     *
     * @param interval 1 millisecond or more
     */
    public JournalOptions withFlushEvery(Duration interval) {
        return new JournalOptions(directory, memoryBytes, maxBytes, Optional.of(interval), keepFiles);
    }

    /**
     * {@return these options with journals kept or removed after delivery}
     *
     * @param keep whether they stay when their traces have been delivered
     */
    public JournalOptions withKeepFiles(boolean keep) {
        return new JournalOptions(directory, memoryBytes, maxBytes, flushEvery, keep);
    }
}
