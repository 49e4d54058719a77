package io.stepprofiler.nativeaccess.cuda;

import java.util.Set;

/**
 * Options of a window.
 *
 * @param kinds recorded kinds of activity
 * @param bufferBytes size of a buffer, at least {@value #MIN_BUFFER_BYTES}. CUPTI may hold one for each thread that
 *     calls CUDA
 * @param buffers maximum number of buffers: being filled by CUPTI, or full and not read yet
 * @param marksOperations true if the operation recorder marks the open operation of libtorch in CUPTI, so that records
 *     of {@link CudaKind#EXTERNAL} refer to it
 * @param latency true to record when kernels were queued and submitted. If this is requested after CUDA was
 *     initialised, CUPTI may omit the times
 */
public record CuptiOptions(
        Set<CudaKind> kinds, int bufferBytes, int buffers, boolean marksOperations, boolean latency) {
    /** Minimum size of a buffer in bytes. */
    public static final int MIN_BUFFER_BYTES = 4096;

    /** Maximum number of buffers. */
    public static final int MAX_BUFFERS = 4096;

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException if a number is out of its range
     */
    public CuptiOptions {
        kinds = Set.copyOf(kinds);
        if (bufferBytes < MIN_BUFFER_BYTES) {
            throw new IllegalArgumentException(
                    "bufferBytes must be at least " + MIN_BUFFER_BYTES + ", is " + bufferBytes);
        }
        if (buffers < 1 || buffers > MAX_BUFFERS) {
            throw new IllegalArgumentException("buffers must be between 1 and " + MAX_BUFFERS + ", is " + buffers);
        }
    }

    int wanted() {
        int bits = 0;
        for (CudaKind kind : kinds) {
            bits |= kind.bit();
        }
        return bits;
    }
}
