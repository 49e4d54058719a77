package io.stepprofiler.nativeaccess.cuda;

/**
 * Device and its limits, as the driver reports them; -1 for unknown values.
 *
 * @param index the driver's number of the device, as in the records
 * @param name its name
 * @param uuid 32 hexadecimal digits; empty if unknown
 * @param memoryBytes bytes of its memory
 * @param computeMajor compute capability, before the point
 * @param computeMinor compute capability, behind the point
 * @param multiprocessors multiprocessors
 * @param warpSize threads of a warp
 * @param maxThreadsPerBlock most threads of a block
 * @param maxThreadsPerMultiprocessor most threads that are on a multiprocessor at a time
 * @param maxBlocksPerMultiprocessor most blocks that are on a multiprocessor at a time
 * @param registersPerBlock registers of 32 bits that a block may have
 * @param registersPerMultiprocessor registers of 32 bits of a multiprocessor
 * @param sharedMemoryPerBlock bytes of shared memory that a block may have
 * @param sharedMemoryPerBlockOptin bytes of shared memory that a block may have by opting in
 * @param sharedMemoryPerMultiprocessor bytes of shared memory of a multiprocessor
 * @param reservedSharedMemoryPerBlock bytes of shared memory that the driver reserves in each block
 * @param clockKiloHertz clock of the multiprocessors
 * @param memoryClockKiloHertz clock of the memory
 * @param memoryBusBits width of the memory bus
 * @param l2CacheBytes bytes of the second-level cache
 * @param pciDomain PCI domain
 * @param pciBus PCI bus
 * @param pciDevice PCI device
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
        int maxThreadsPerBlock,
        int maxThreadsPerMultiprocessor,
        int maxBlocksPerMultiprocessor,
        int registersPerBlock,
        int registersPerMultiprocessor,
        int sharedMemoryPerBlock,
        int sharedMemoryPerBlockOptin,
        int sharedMemoryPerMultiprocessor,
        int reservedSharedMemoryPerBlock,
        int clockKiloHertz,
        int memoryClockKiloHertz,
        int memoryBusBits,
        int l2CacheBytes,
        int pciDomain,
        int pciBus,
        int pciDevice) {
    private static final int INTS = 20;

    /**
     * Creates a device from words in the order of cuda_devices.h: its memory, then the later components of
     * {@link CudaDevice}.
     */
    static CudaDevice of(int index, String name, String uuid, long[] words) {
        int[] n = new int[INTS];
        for (int i = 0; i < INTS; i++) {
            n[i] = (int) words[i + 1];
        }
        return new CudaDevice(
                index, name, uuid, words[0], n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11],
                n[12], n[13], n[14], n[15], n[16], n[17], n[18], n[19]);
    }
}
