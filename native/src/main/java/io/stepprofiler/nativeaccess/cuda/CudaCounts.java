package io.stepprofiler.nativeaccess.cuda;

/**
 * Counts of a window since it was opened. All but the first two are about missing records.
 *
 * @param records records that were read
 * @param lateBuffers buffers of earlier windows that CUPTI returned too late to be read
 * @param dropped records that CUPTI dropped because it had no buffer, or no room of its own on the device
 * @param refusedBuffers requests of CUPTI for a buffer while none was free
 * @param wrongSize records whose size is unknown for their kind; {@link CudaWindow#notes()} names the kinds
 * @param unknownKind records of unknown kinds
 * @param brokenBytes bytes of buffers in which CUPTI found no further record
 * @param lostNames names for which there was no room
 * @param keptBuffers buffers that CUPTI has not returned although the window has been finished, as after the loss of a
 *     device; the number of their records is unknown
 */
public record CudaCounts(
        long records,
        long lateBuffers,
        long dropped,
        long refusedBuffers,
        long wrongSize,
        long unknownKind,
        long brokenBytes,
        long lostNames,
        long keptBuffers) {
    /** Counts in the order of cuda_records.h. */
    static CudaCounts of(long[] counts) {
        return new CudaCounts(
                counts[0], counts[1], counts[2], counts[3], counts[4], counts[5], counts[6], counts[7], counts[8]);
    }

    /** {@return records that are known to be missing} */
    public long missing() {
        return dropped + wrongSize + unknownKind;
    }
}
