package io.stepprofiler.nativeaccess.cuda;

import java.util.Arrays;

/**
 * Device and its limits, as the driver reports them; -1 for unknown values.
 *
 * @param index the driver's number of the device, as in the records
 * @param name its name
 * @param uuid 32 hexadecimal digits; empty if unknown
 * @param memoryBytes bytes of its memory
 * @param computeMajor compute capability, before the point
 * @param computeMinor compute capability, behind the point
 * @param multiprocessors number of its multiprocessors
 * @param warpSize threads of a warp
 * @param block limits of a block
 * @param multiprocessor limits of a multiprocessor
 */
public record CudaDevice(
        int index,
        String name,
        String uuid,
        long memoryBytes,
        int computeMajor,
        int computeMinor,
        int multiprocessors,
        int warpSize,
        Block block,
        Multiprocessor multiprocessor) {
    /**
     * Limits of a block.
     *
     * @param threads most threads
     * @param registers most registers of 32 bits
     * @param sharedBytes most bytes of shared memory
     * @param sharedBytesOptin most bytes of shared memory if the block opts in
     * @param reservedSharedBytes bytes of shared memory that the driver reserves in each block
     */
    public record Block(int threads, int registers, int sharedBytes, int sharedBytesOptin, int reservedSharedBytes) {}

    /**
     * Limits of a multiprocessor.
     *
     * @param threads most threads at a time
     * @param blocks most blocks at a time
     * @param registers number of registers of 32 bits
     * @param sharedBytes bytes of shared memory
     */
    public record Multiprocessor(int threads, int blocks, int registers, int sharedBytes) {}

    /** Creates a device from words in the order of cuda_devices.c, after the memory. */
    static CudaDevice of(int index, String name, String uuid, long[] words) {
        int[] n = Arrays.stream(words).mapToInt(word -> (int) word).toArray();
        return new CudaDevice(
                index,
                name,
                uuid,
                words[0],
                n[1],
                n[2],
                n[3],
                n[4],
                new Block(n[5], n[8], n[10], n[11], n[13]),
                new Multiprocessor(n[6], n[7], n[9], n[12]));
    }
}
