package io.stepprofiler.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.cuda.Occupancy.Launch;
import io.stepprofiler.nativeaccess.cuda.CudaDevice;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against a multiprocessor that takes blocks one by one until something is used up. */
class OccupancyTest {
    @Test
    void blocksAtATime_areThoseThatFit() {
        Random random = new Random(20261122);
        for (int i = 0; i < 20_000; i++) {
            CudaDevice device = device(random);
            Launch launch = new Launch(
                    1 + random.nextInt(1000),
                    1 + random.nextInt(1024),
                    random.nextInt(256),
                    random.nextBoolean() ? 0 : random.nextInt(100_000));
            assertThat(Occupancy.activeBlocks(device, launch))
                    .as("%s %s", device, launch)
                    .isEqualTo(placed(device, launch));
        }
    }

    private static CudaDevice device(Random random) {
        int[][] capabilities = {{6, 0}, {6, 1}, {7, 0}, {7, 5}, {8, 0}, {8, 6}, {9, 0}, {10, 0}};
        int[] capability = capabilities[random.nextInt(capabilities.length)];
        return device(
                capability[0],
                capability[1],
                1024 << random.nextInt(2),
                random.nextBoolean() ? -1 : 16 + 8 * random.nextInt(3),
                65536 + 1024 * random.nextInt(160),
                random.nextBoolean() ? -1 : 1024);
    }

    private static CudaDevice device(int major, int minor, int threads, int blocks, int shared, int reserved) {
        return new CudaDevice(
                0,
                "",
                "",
                0,
                major,
                minor,
                80,
                32,
                new CudaDevice.Block(1024, 65536, 49152, shared, reserved),
                new CudaDevice.Multiprocessor(threads, blocks, 65536, shared));
    }

    /** Warps go to the parts in turn, registers in units to each warp, shared memory in units to each block. */
    private static long placed(CudaDevice device, Launch launch) {
        boolean isNew = device.computeMajor() >= 8;
        int parts = device.computeMajor() == 6 && device.computeMinor() == 0 ? 2 : 4;
        long reserved =
                device.block().reservedSharedBytes() >= 0 ? device.block().reservedSharedBytes() : isNew ? 1024 : 0;
        long sharedLeft = device.multiprocessor().sharedBytes();
        long warpsLeft = device.multiprocessor().threads() / 32;
        long blocksLeft =
                device.multiprocessor().blocks() > 0 ? device.multiprocessor().blocks() : 16;
        long registersOfWarp = 0;
        while (registersOfWarp < launch.registers() * 32) {
            registersOfWarp += 256;
        }
        long slots = 0;
        for (int part = 0; part < parts && registersOfWarp > 0; part++) {
            long left = device.multiprocessor().registers() / parts;
            for (; left >= registersOfWarp; left -= registersOfWarp) {
                slots++;
            }
        }
        long sharedOfBlock = 0;
        while (sharedOfBlock < launch.shared() + reserved) {
            sharedOfBlock += isNew ? 128 : 256;
        }
        long warps = 0;
        while (warps * 32 < launch.threads()) {
            warps++;
        }
        long placed = 0;
        while (blocksLeft >= 1
                && warpsLeft >= warps
                && sharedLeft >= sharedOfBlock
                && (registersOfWarp == 0 || slots >= warps)) {
            blocksLeft--;
            warpsLeft -= warps;
            sharedLeft -= sharedOfBlock;
            slots -= warps;
            placed++;
        }
        return placed;
    }

    @ParameterizedTest
    @CsvSource({
        // Limited by: threads; registers; shared memory; blocks; too few blocks in the launch.
        "100000, 1024,  32,      0, 100",
        "100000,  256, 128,      0,  25",
        "100000,  128,  32, 100000,  13",
        "100000,   32,  32,      0,  50",
        "    40,  256,  32,      0,   6",
        "100000, 1024, 255,      0,   0",
    })
    void percent_isWhatTheScarcestLeaves(long blocks, long threads, long registers, long shared, long percent) {
        CudaDevice device = device(9, 0, 2048, 32, 233472, 1024);

        assertThat(Occupancy.of(device, new Launch(blocks, threads, registers, shared))
                        .percent())
                .isEqualTo(percent);
    }

    @Test
    void device_thatTellsNothing_isNotKnown() {
        assertThat(Occupancy.isKnown(device(9, 0, 2048, 32, 233472, 1024))).isTrue();
        assertThat(Occupancy.isKnown(device(9, 0, -1, -1, 233472, -1))).isFalse();
    }
}
