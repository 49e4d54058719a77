package io.stepprofiler.nativeaccess.cuda;

/** Kind of CUDA activity that a window may record. */
public enum CudaKind {
    /** Kernels, which may run concurrently. */
    KERNELS(0),
    /** Copies of memory, including copies between devices. */
    COPIES(1),
    /** Memory that is set to a value. */
    SETS(2),
    /** Calls of the runtime. */
    RUNTIME(3),
    /** Calls of the driver, and launches inside the runtime. */
    DRIVER(4),
    /** Waits of the host, and of streams, for the device. */
    SYNCHRONIZATION(5),
    /** Recordings of CUDA events. */
    EVENTS(6),
    /** External correlation ids of calls: see {@link CuptiOptions#marksOperations()}. */
    EXTERNAL(7),
    /** Overhead of CUPTI and of the driver's compiler. */
    OVERHEAD(8),
    /** Allocations and releases. */
    MEMORY(9),
    /** Marks and ranges of NVTX. */
    MARKERS(11),
    /** Clocks, power, temperature and fan of the devices. */
    ENVIRONMENT(12),
    /** Graphs as a whole: if this is recorded, CUPTI omits the kernels in them. */
    GRAPHS(13);

    private final int number;

    CudaKind(int number) {
        this.number = number;
    }

    /** Number in cuda_records.h. */
    int number() {
        return number;
    }

    int bit() {
        return 1 << number;
    }
}
