package io.stepprofiler.cuda;

import io.stepprofiler.nativeaccess.cuda.CudaDevice;

/**
 * Occupancy of a device's multiprocessors by a launch, estimated from the resources of a block and of a multiprocessor.
 *
 * @param blocksPerProcessor blocks of the launch per multiprocessor, if they are spread evenly
 * @param warpsPerProcessor warps of these blocks
 * @param percent share of a multiprocessor's threads that are in use at a time
 * @see <a href="https://docs.nvidia.com/nsight-compute/ProfilingGuide/index.html">how registers and shared memory are
 *     allocated</a>
 */
record Occupancy(double blocksPerProcessor, double warpsPerProcessor, long percent) {
    /** Registers are allocated to a warp in multiples of this number. */
    private static final int REGISTER_UNIT = 256;

    private static final int FIRST_MAJOR_WITH_RESERVE = 8;
    private static final int RESERVE = 1024;
    private static final int SHARED_UNIT = 128;
    private static final int SHARED_UNIT_BEFORE = 256;
    private static final int PARTS = 4;
    private static final int PARTS_OF_6_0 = 2;

    /** Limit of blocks per multiprocessor if the driver does not report it: the smallest of all devices since 5.0. */
    private static final int FEWEST_BLOCKS = 16;

    /**
     * Blocks of a launch.
     *
     * @param blocks number of blocks
     * @param threads threads of each block
     * @param registers registers of each thread
     * @param shared bytes of shared memory of each block
     */
    record Launch(long blocks, long threads, long registers, long shared) {}

    /** True if the necessary properties of a device are known. */
    static boolean isKnown(CudaDevice device) {
        return device.multiprocessors() > 0
                && device.warpSize() > 0
                && device.multiprocessor().threads() > 0
                && device.multiprocessor().registers() > 0
                && device.multiprocessor().sharedBytes() > 0;
    }

    /** Returns the occupancy of a launch with at least 1 block and 1 thread, on a device with known properties. */
    static Occupancy of(CudaDevice device, Launch launch) {
        double blocks = (double) launch.blocks() / device.multiprocessors();
        double warps = blocks * launch.threads() / device.warpSize();
        double atATime = Math.min(blocks, (double) activeBlocks(device, launch));
        double filled = atATime * launch.threads() / device.multiprocessor().threads();
        return new Occupancy(blocks, warps, Math.round(Math.min(filled, 1) * 100));
    }

    /** Returns the number of blocks of the launch that fit on a multiprocessor at a time. */
    static long activeBlocks(CudaDevice device, Launch launch) {
        long warps = ceil(launch.threads(), device.warpSize());
        long byWarps = device.multiprocessor().threads() / device.warpSize() / warps;
        long byBlocks =
                device.multiprocessor().blocks() > 0 ? device.multiprocessor().blocks() : FEWEST_BLOCKS;
        return Math.min(
                Math.min(byWarps, byBlocks), Math.min(byRegisters(device, launch, warps), byShared(device, launch)));
    }

    /**
     * Limit by registers: each partition of a multiprocessor has its own registers, and a warp stays in one partition.
     */
    private static long byRegisters(CudaDevice device, Launch launch, long warps) {
        if (launch.registers() <= 0) {
            return Long.MAX_VALUE;
        }
        int parts = device.computeMajor() == 6 && device.computeMinor() == 0 ? PARTS_OF_6_0 : PARTS;
        long ofWarp = ceil(launch.registers() * device.warpSize(), REGISTER_UNIT) * REGISTER_UNIT;
        long warpsOfPart = device.multiprocessor().registers() / parts / ofWarp;
        return warpsOfPart * parts / warps;
    }

    private static long byShared(CudaDevice device, Launch launch) {
        boolean hasReserve = device.computeMajor() >= FIRST_MAJOR_WITH_RESERVE;
        long told = device.block().reservedSharedBytes();
        long reserved = told >= 0 ? told : hasReserve ? RESERVE : 0;
        int unit = hasReserve ? SHARED_UNIT : SHARED_UNIT_BEFORE;
        long ofBlock = ceil(launch.shared() + reserved, unit) * unit;
        return ofBlock == 0 ? Long.MAX_VALUE : device.multiprocessor().sharedBytes() / ofBlock;
    }

    private static long ceil(long value, long unit) {
        return (value + unit - 1) / unit;
    }
}
