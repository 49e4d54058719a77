package io.stepprofiler.cuda;

import io.stepprofiler.nativeaccess.cuda.CudaKind;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Kind of CUDA activity that a {@link CudaSource} may record. */
public enum CudaActivity {
    /** Kernels, with their grids, blocks and registers. */
    KERNEL(CudaKind.KERNELS),
    /** Copies to, from, within and between devices. */
    COPY(CudaKind.COPIES),
    /** Memory sets. */
    SET(CudaKind.SETS),
    /** Calls of CUDA's runtime, such as {@code cudaLaunchKernel}, on the threads that made them. */
    RUNTIME(CudaKind.RUNTIME),
    /**
     * Calls of CUDA's driver that begin work, such as {@code cuLaunchKernel}, by programs that do not use the runtime.
     */
    DRIVER_LAUNCH(CudaKind.DRIVER),
    /** All calls of CUDA's driver; there may be very many of them. */
    DRIVER(CudaKind.DRIVER),
    /** Waits for streams, events and contexts. */
    SYNCHRONIZATION(CudaKind.SYNCHRONIZATION),
    /**
     * Recordings of CUDA events, as marks on their streams, at the time of the device (from CUDA 12.8 on), else of the
     * call. They show which stream a wait for an event waits for.
     */
    EVENT(CudaKind.EVENTS),
    /** Overhead of CUPTI itself. */
    OVERHEAD(CudaKind.OVERHEAD),
    /**
     * Allocations and frees of memory of CUDA, if the profile profiles memory. A framework with its own allocator, such
     * as PyTorch, allocates large blocks: if the trace also has the memory of its tensors, this memory is counted
     * twice.
     */
    MEMORY(CudaKind.MEMORY),
    /** Ranges and marks that the program sets by NVTX. */
    MARKER(CudaKind.MARKERS),
    /** Clocks, temperature, power and fans of the devices, as counters. */
    ENVIRONMENT(CudaKind.ENVIRONMENT),
    /**
     * Nodes of graphs as separate events, together with {@link #KERNEL}; otherwise a launch of a graph is one event,
     * which costs less.
     */
    GRAPH_NODE(CudaKind.KERNELS),
    /**
     * Operation of libtorch that made each call, marked by the operation itself: work is charged to it even if the call
     * is not recorded, or cannot be nested in the operation by its thread and time. On automatically if neither
     * {@link #RUNTIME} nor {@link #DRIVER_LAUNCH} nor {@link #DRIVER} is recorded, unless
     * {@link CudaOptions#withExternalCorrelation} is off. Each operation calls CUPTI twice, and each call has a further
     * record of 24 bytes; CUPTI writes these only together with records of the runtime's calls, which are then read and
     * left out.
     */
    OPERATION(CudaKind.EXTERNAL);

    /** Activities that record calls. */
    private static final Set<CudaActivity> CALLS = Set.of(RUNTIME, DRIVER_LAUNCH, DRIVER);

    private final CudaKind recorded;

    CudaActivity(CudaKind recorded) {
        this.recorded = recorded;
    }

    /** True if the trace has calls. */
    static boolean hasCalls(CudaOptions options) {
        return !Collections.disjoint(options.activities(), CALLS);
    }

    /** True if operations of libtorch mark themselves as open for CUPTI. */
    static boolean marksOperations(CudaOptions options) {
        return options.activities().contains(OPERATION) || (options.externalCorrelation() && !hasCalls(options));
    }

    /** Kinds of records that native code has to record. */
    static Set<CudaKind> recorded(CudaOptions options, boolean profilesMemory) {
        Set<CudaKind> recorded = EnumSet.noneOf(CudaKind.class);
        Set<CudaActivity> wanted = options.activities();
        for (CudaActivity activity : wanted) {
            if (activity != GRAPH_NODE && (activity != MEMORY || profilesMemory)) {
                recorded.add(activity.recorded);
            }
        }
        if (wanted.contains(KERNEL) && !wanted.contains(GRAPH_NODE)) {
            recorded.add(CudaKind.GRAPHS);
        }
        if (marksOperations(options)) {
            recorded.add(CudaKind.EXTERNAL);
            recorded.add(CudaKind.RUNTIME);
        }
        if (options.externalCorrelation()) {
            recorded.add(CudaKind.EXTERNAL);
        }
        return recorded;
    }
}
