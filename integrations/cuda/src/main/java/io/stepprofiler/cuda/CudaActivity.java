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
    /** Fillings of memory. */
    SET(CudaKind.SETS),
    /** Calls of CUDA's runtime, such as {@code cudaLaunchKernel}, on the threads that made them. */
    RUNTIME(CudaKind.RUNTIME),
    /**
     * Calls of CUDA's driver that begin work, such as {@code cuLaunchKernel}: those of programs that do without the
     * runtime.
     */
    DRIVER_LAUNCH(CudaKind.DRIVER),
    /** All calls of CUDA's driver; there may be very many. */
    DRIVER(CudaKind.DRIVER),
    /** Waits for streams, events and contexts. */
    SYNCHRONIZATION(CudaKind.SYNCHRONIZATION),
    /**
     * Recordings of CUDA events, as marks on their streams: when the device came to them (from CUDA 12.8 on), else when
     * they were called for. They tell which stream a wait for an event waits for.
     */
    EVENT(CudaKind.EVENTS),
    /** Time that CUPTI itself took. */
    OVERHEAD(CudaKind.OVERHEAD),
    /**
     * Memory that the program takes from CUDA and gives back, if the profile profiles memory. A framework that keeps
     * memory of its own, such as PyTorch, takes it in large pieces: with the memory of its tensors in the same trace,
     * that memory is there twice.
     */
    MEMORY(CudaKind.MEMORY),
    /** Ranges and marks that the program sets by NVTX. */
    MARKER(CudaKind.MARKERS),
    /** Clocks, temperature, power and fans of the devices, as counters. */
    ENVIRONMENT(CudaKind.ENVIRONMENT),
    /**
     * The nodes of graphs one by one, together with {@link #KERNEL}. Without it a launch of a graph is one event, which
     * costs less.
     */
    GRAPH_NODE(CudaKind.KERNELS),
    /**
     * Which operation of libtorch made each call, told by the operation itself: work is charged to it also where the
     * call is not recorded, or cannot be placed inside the operation by its thread and time. It is on by itself where
     * neither {@link #RUNTIME} nor {@link #DRIVER_LAUNCH} nor {@link #DRIVER} are recorded, unless {@link
     * CudaOptions#withExternalCorrelation} says no. Each operation calls CUPTI twice, and each call has a further
     * record of 24 bytes; CUPTI writes these only beside the records of the runtime's calls, which are then read and
     * left out.
     */
    OPERATION(CudaKind.EXTERNAL);

    /** What puts calls into the trace. */
    private static final Set<CudaActivity> CALLS = Set.of(RUNTIME, DRIVER_LAUNCH, DRIVER);

    private final CudaKind recorded;

    CudaActivity(CudaKind recorded) {
        this.recorded = recorded;
    }

    /** Whether the trace has calls. */
    static boolean hasCalls(CudaOptions options) {
        return !Collections.disjoint(options.activities(), CALLS);
    }

    /** Whether operations of libtorch tell CUPTI that they are open. */
    static boolean marksOperations(CudaOptions options) {
        return options.activities().contains(OPERATION) || (options.externalCorrelation() && !hasCalls(options));
    }

    /** What native code has to record. */
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
