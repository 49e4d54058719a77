package io.stepprofiler.ledger;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * Place and limit of a profile's step ledger.
 *
 * @param isOnDisk true to write it to a file; false to keep it in memory only
 * @param directory directory of the file; empty for the directory of the first handler that has one, without which there
 *     is no file
 * @param maxBytes limit of the file, and of the memory that the ledger takes
 */
public record LedgerOptions(boolean isOnDisk, Optional<Path> directory, long maxBytes) {
    private static final long LEAST_BYTES = 256 << 10;

    /** A file of at most 8 MiB in the directory of the first handler that has one. */
    public static final LedgerOptions DEFAULT = new LedgerOptions(true, Optional.empty(), 8 << 20);

    /**
     * Checks the limit.
     *
     * @param isOnDisk true to write it to a file
     * @param directory directory of the file
     * @param maxBytes 256 KiB to 64 MiB
     * @throws IllegalArgumentException if the limit is out of range
     */
    public LedgerOptions {
        Objects.requireNonNull(directory, "directory");
        if (maxBytes < LEAST_BYTES || maxBytes > LedgerReader.MAX_BYTES) {
            throw new IllegalArgumentException("maxBytes = " + maxBytes + " is not allowed: must be " + LEAST_BYTES
                    + " to " + LedgerReader.MAX_BYTES);
        }
    }

    /** {@return these options without a file} */
    public LedgerOptions inMemory() {
        return new LedgerOptions(false, Optional.empty(), maxBytes);
    }

    /**
     * {@return these options with a file in a directory}
     *
     * @param dir the directory; created when needed
     */
    public LedgerOptions to(Path dir) {
        return new LedgerOptions(true, Optional.of(dir), maxBytes);
    }

    /**
     * {@return these options with another limit}
     *
     * @param bytes 256 KiB to 64 MiB
     * @throws IllegalArgumentException if the limit is out of range
     */
    public LedgerOptions maxBytes(long bytes) {
        return new LedgerOptions(isOnDisk, directory, bytes);
    }
}
