package io.stepprofiler.nativeaccess.cuda;

/** Kinds of CUDA activity that a window may record. */
public enum CudaKind {
    /** Kernels, which may run beside each other. */
    KERNELS(0),
    /** Copies of memory, those between devices among them. */
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
    /** Which numbers of others a call belongs to: see {@link CudaOptions#marksOperations()}. */
    EXTERNAL(7),
    /** Time that CUPTI and the compiler of the driver take themselves. */
    OVERHEAD(8),
    /** Allocations and releases. */
    MEMORY(9),
    /** Marks and ranges of NVTX. */
    MARKERS(11),
    /** Clocks, power, temperature and fan of the devices. */
    ENVIRONMENT(12),
    /** Graphs as a whole: where this is recorded, CUPTI leaves out the kernels in them. */
    GRAPHS(13);

    private final int number;

    CudaKind(int number) {
        this.number = number;
    }

    /** As cuda_records.h counts them. */
    int number() {
        return number;
    }

    int bit() {
        return 1 << number;
    }
}
