package io.stepprofiler.cuda;

import io.stepprofiler.nativeaccess.cuda.CudaDevice;

/**
 * How full of threads a launch makes the multiprocessors of a device, estimated from what a block needs and what a
 * multiprocessor has.
 *
 * @param blocksPerProcessor blocks of the launch for each multiprocessor, if they are spread evenly
 * @param warpsPerProcessor warps of these blocks
 * @param percent threads that a multiprocessor has at a time, of those that it has room for
 * @see <a href="https://docs.nvidia.com/nsight-compute/ProfilingGuide/index.html">how registers and shared memory are
 *     given out</a>
 */
record Occupancy(double blocksPerProcessor, double warpsPerProcessor, long percent) {
    /** Registers are given to a warp in so many at a time. */
    private static final int REGISTER_UNIT = 256;

    private static final int FIRST_MAJOR_WITH_RESERVE = 8;
    private static final int RESERVE = 1024;
    private static final int SHARED_UNIT = 128;
    private static final int SHARED_UNIT_BEFORE = 256;
    private static final int PARTS = 4;
    private static final int PARTS_OF_6_0 = 2;

    /** Where a driver does not say how many blocks there may be: as few as any device since 5.0 has. */
    private static final int FEWEST_BLOCKS = 16;

    /**
     * Blocks of a launch.
     *
     * @param blocks how many
     * @param threads of each
     * @param registers of each thread
     * @param shared bytes of shared memory of each
     */
    record Launch(long blocks, long threads, long registers, long shared) {}

    /** Whether enough is known of a device. */
    static boolean isKnown(CudaDevice device) {
        return device.multiprocessors() > 0
                && device.warpSize() > 0
                && device.maxThreadsPerMultiprocessor() > 0
                && device.registersPerMultiprocessor() > 0
                && device.sharedMemoryPerMultiprocessor() > 0;
    }

    /** That of a launch with 1 block and 1 thread or more, on a device of which enough is known. */
    static Occupancy of(CudaDevice device, Launch launch) {
        double blocks = (double) launch.blocks() / device.multiprocessors();
        double warps = blocks * launch.threads() / device.warpSize();
        double atATime = Math.min(blocks, (double) activeBlocks(device, launch));
        double filled = atATime * launch.threads() / device.maxThreadsPerMultiprocessor();
        return new Occupancy(blocks, warps, Math.round(Math.min(filled, 1) * 100));
    }

    /** Blocks of the launch that one multiprocessor has room for at a time. */
    static long activeBlocks(CudaDevice device, Launch launch) {
        long warps = ceil(launch.threads(), device.warpSize());
        long byWarps = device.maxThreadsPerMultiprocessor() / device.warpSize() / warps;
        long byBlocks = device.maxBlocksPerMultiprocessor() > 0 ? device.maxBlocksPerMultiprocessor() : FEWEST_BLOCKS;
        return Math.min(
                Math.min(byWarps, byBlocks), Math.min(byRegisters(device, launch, warps), byShared(device, launch)));
    }

    /** Each part of a multiprocessor has registers of its own, and a warp stays in one part. */
    private static long byRegisters(CudaDevice device, Launch launch, long warps) {
        if (launch.registers() <= 0) {
            return Long.MAX_VALUE;
        }
        int parts = device.computeMajor() == 6 && device.computeMinor() == 0 ? PARTS_OF_6_0 : PARTS;
        long ofWarp = ceil(launch.registers() * device.warpSize(), REGISTER_UNIT) * REGISTER_UNIT;
        long warpsOfPart = device.registersPerMultiprocessor() / parts / ofWarp;
        return warpsOfPart * parts / warps;
    }

    private static long byShared(CudaDevice device, Launch launch) {
        boolean hasReserve = device.computeMajor() >= FIRST_MAJOR_WITH_RESERVE;
        long told = device.reservedSharedMemoryPerBlock();
        long reserved = told >= 0 ? told : hasReserve ? RESERVE : 0;
        int unit = hasReserve ? SHARED_UNIT : SHARED_UNIT_BEFORE;
        long ofBlock = ceil(launch.shared() + reserved, unit) * unit;
        return ofBlock == 0 ? Long.MAX_VALUE : device.sharedMemoryPerMultiprocessor() / ofBlock;
    }

    private static long ceil(long value, long unit) {
        return (value + unit - 1) / unit;
    }
}
