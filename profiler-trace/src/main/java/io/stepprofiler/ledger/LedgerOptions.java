package io.stepprofiler.ledger;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Place and limit of a profile's step ledger, and the place of the process in its job.
 *
 * @param isOnDisk true to write it to a file; false to keep it in memory only
 * @param directory directory of the file; empty for the directory of the first handler that has one, without which there
 *     is no file
 * @param maxBytes limit of the file, and of the memory that the ledger takes: 256 KiB to 64 MiB
 * @param place place of the process in its job
 */
public record LedgerOptions(boolean isOnDisk, Optional<Path> directory, long maxBytes, JobPlace place) {
    private static final long LEAST_BYTES = 256 << 10;

    /**
     * A file of at most 8 MiB in the directory of the first handler that has one, with the place in the job as the
     * launcher of the process describes it in the environment.
     */
    public static final LedgerOptions DEFAULT =
            new LedgerOptions(true, Optional.empty(), 8 << 20, JobPlace.of(System.getenv()));

    /**
     * Checks the limit.
     *
     * @throws IllegalArgumentException if the limit is out of range
     */
    public LedgerOptions {
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(place, "place");
        if (maxBytes < LEAST_BYTES || maxBytes > LedgerReader.MAX_BYTES) {
            throw new IllegalArgumentException("maxBytes = " + maxBytes + " is not allowed: must be " + LEAST_BYTES
                    + " to " + LedgerReader.MAX_BYTES);
        }
    }

    /** {@return these options without a file} */
    public LedgerOptions inMemory() {
        return new LedgerOptions(false, Optional.empty(), maxBytes, place);
    }

    /**
     * {@return these options with a file in a directory}
     *
     * @param dir the directory; created when needed
     */
    public LedgerOptions withDirectory(Path dir) {
        return new LedgerOptions(true, Optional.of(dir), maxBytes, place);
    }

    /**
     * {@return these options with another limit}
     *
     * @param bytes 256 KiB to 64 MiB
     * @throws IllegalArgumentException if the limit is out of range
     */
    public LedgerOptions withMaxBytes(long bytes) {
        return new LedgerOptions(isOnDisk, directory, bytes, place);
    }

    /**
     * {@return these options with another place in the job}
     *
     * @param change maps the place to another one
     */
    public LedgerOptions withPlace(UnaryOperator<JobPlace> change) {
        return new LedgerOptions(isOnDisk, directory, maxBytes, change.apply(place));
    }
}
