package io.stepprofiler.benchmarks.gpu;

import java.nio.file.Path;

/** Work on a GPU whose number of kernels, sizes and times are known; {@code known_work.cu} does it. */
final class KnownWork {
    /** Kernels of a step on the main stream: launched ones, and nodes of a graph. */
    static final int MAIN_KERNELS = 11;

    /** Kernels of a step on the other stream. */
    static final int OTHER_KERNELS = 1;

    static final int COPIES = 3;
    static final int SETS = 1;
    static final double COUNTED_MULTIPLICATIONS = 128.0 * 256 * 10_000;
    static final double COUNTED_BYTES = 512.0 * (1 << 20);

    private static final int TIMES = 2 * (MAIN_KERNELS + OTHER_KERNELS);
    private static final int OTHER = 5;

    private KnownWork() {}

    static void prepare(Path library) {
        System.load(library.toAbsolutePath().toString());
        check(prepare0());
    }

    /** Start and end of a kernel, by the timer of the device. */
    record KernelTime(long start, long end) {}

    /** Times of the kernels of a step: first the one on the other stream, then the others in their order. */
    static KernelTime[] step() {
        long[] times = new long[TIMES];
        check(step0(times));
        KernelTime[] kernels = new KernelTime[TIMES / 2];
        int next = 1;
        for (int i = 0; i < kernels.length; i++) {
            kernels[i == OTHER ? 0 : next++] = new KernelTime(times[2 * i], times[2 * i + 1]);
        }
        return kernels;
    }

    static void launch(int count) {
        check(launch0(count));
    }

    static void count() {
        check(count0());
    }

    private static void check(int result) {
        if (result != 0) {
            throw new IllegalStateException("CUDA failed: see standard error");
        }
    }

    private static native int prepare0();

    private static native int step0(long[] times);

    private static native int launch0(int count);

    private static native int count0();
}
