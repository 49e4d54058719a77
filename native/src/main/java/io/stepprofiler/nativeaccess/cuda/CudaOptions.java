package io.stepprofiler.nativeaccess.cuda;

import java.util.Set;

/**
 * Options of a window.
 *
 * @param kinds what is recorded
 * @param bufferBytes size of a buffer, at least {@value #MIN_BUFFER_BYTES}. CUPTI may hold one for each thread that
 *     calls CUDA
 * @param buffers most buffers at a time: those that CUPTI fills, and those that are full and not read yet
 * @param marksOperations whether the operation recorder tells CUPTI which operation of libtorch is open, so that
 *     records of {@link CudaKind#EXTERNAL} lead to it
 * @param latency whether kernels tell when they were queued and submitted. CUPTI wants this before CUDA is initialised,
 *     and otherwise may leave the times out
 */
public record CudaOptions(Set<CudaKind> kinds, int bufferBytes, int buffers, boolean marksOperations, boolean latency) {
    /** Least bytes of a buffer. */
    public static final int MIN_BUFFER_BYTES = 4096;

    /** Most buffers. */
    public static final int MAX_BUFFERS = 4096;

    /**
     * Checks them.
     *
     * @param kinds what is recorded
     * @param bufferBytes size of a buffer
     * @param buffers most buffers at a time
     * @param marksOperations whether the operation recorder tells CUPTI which operation is open
     * @param latency whether kernels tell when they were queued and submitted
     * @throws IllegalArgumentException if a number is out of its range
     */
    public CudaOptions {
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
