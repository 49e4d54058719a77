package io.stepprofiler.cuda;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Options of a {@link CudaSource}.
 *
 * @param activities recorded activities; not empty
 * @param bufferBytes bytes of each buffer that CUPTI writes into; a record takes about 200
 * @param buffers number of buffers; CUPTI may hold one for each thread that calls CUDA
 * @param externalCorrelation true to record the external correlation ids that libraries give CUPTI, and operations of
 *     libtorch if no calls are recorded
 * @param queuedTimes true to record the queued time of kernels
 * @param metrics names of counters of the devices; may be empty
 * @param metricsPerKernel true to count them for each kernel, not for each step
 */
public record CudaOptions(
        Set<CudaActivity> activities,
        int bufferBytes,
        int buffers,
        boolean externalCorrelation,
        boolean queuedTimes,
        List<String> metrics,
        boolean metricsPerKernel) {
    /** The smallest buffer, in bytes: {@value}. */
    static final int MIN_BUFFER_BYTES = 16 << 10;

    /** The largest buffer, in bytes: {@value}. */
    static final int MAX_BUFFER_BYTES = 256 << 20;

    /** The fewest buffers: {@value}. */
    public static final int MIN_BUFFERS = 2;

    /** The most buffers: {@value}. */
    static final int MAX_BUFFERS = 1024;

    /** The most names of metrics: {@value}. */
    public static final int MAX_METRICS = 64;

    /** The longest name of a metric: {@value} characters. */
    static final int MAX_METRIC_LENGTH = 120;

    /**
     * Kernels with the nodes of graphs, copies, sets, calls of the runtime and calls of the driver that begin work,
     * external correlation and CUPTI's overhead, as PyTorch's profiler records by default; 32 buffers of 4 MiB; no
     * metrics.
     */
    public static final CudaOptions DEFAULT = new CudaOptions(
            EnumSet.of(
                    CudaActivity.KERNEL,
                    CudaActivity.COPY,
                    CudaActivity.SET,
                    CudaActivity.RUNTIME,
                    CudaActivity.DRIVER_LAUNCH,
                    CudaActivity.OVERHEAD,
                    CudaActivity.GRAPH_NODE),
            4 << 20,
            32,
            true,
            false,
            List.of(),
            false);

    /**
     * Checks the options, and copies the collections.
     *
     * @throws IllegalArgumentException if one is not allowed
     */
    public CudaOptions {
        if (activities.isEmpty()) {
            throw new IllegalArgumentException("activities = [] is not allowed: must not be empty");
        }
        checkRange("bufferBytes", bufferBytes, MIN_BUFFER_BYTES, MAX_BUFFER_BYTES);
        checkRange("buffers", buffers, MIN_BUFFERS, MAX_BUFFERS);
        activities = Collections.unmodifiableSet(EnumSet.copyOf(activities));
        metrics = MetricNames.checked(metrics);
    }

    /**
     * {@return these options with more activities}
     *
     * @param more activities to add
     */
    public CudaOptions with(CudaActivity... more) {
        Set<CudaActivity> all = EnumSet.copyOf(activities);
        Collections.addAll(all, more);
        return withActivities(all);
    }

    /**
     * {@return these options with fewer activities}
     *
     * @param fewer activities to remove
     * @throws IllegalArgumentException if none is left
     */
    public CudaOptions without(CudaActivity... fewer) {
        Set<CudaActivity> left = EnumSet.copyOf(activities);
        for (CudaActivity activity : fewer) {
            left.remove(activity);
        }
        return withActivities(left);
    }

    /**
     * {@return these options with other activities}
     *
     * @param only recorded activities
     * @throws IllegalArgumentException if it is empty
     */
    public CudaOptions withActivities(Set<CudaActivity> only) {
        return new CudaOptions(only, bufferBytes, buffers, externalCorrelation, queuedTimes, metrics, metricsPerKernel);
    }

    /**
     * {@return these options with other buffers, which are native memory} They hold records that have not been read
     * yet. When the last one is full, the window ends with the step, and records without room are counted.
     *
     * @param number number of buffers, from {@value #MIN_BUFFERS} to {@value #MAX_BUFFERS}; the default is 32
     * @param bytes bytes of each, from {@value #MIN_BUFFER_BYTES} to {@value #MAX_BUFFER_BYTES}; the default is 4 MiB
     * @throws IllegalArgumentException if one is out of its range
     */
    public CudaOptions withBuffers(int number, int bytes) {
        return new CudaOptions(activities, bytes, number, externalCorrelation, queuedTimes, metrics, metricsPerKernel);
    }

    /**
     * {@return these options with or without external correlation ids, which libraries give CUPTI}
     *
     * @param recorded true to add them to the work as an attribute, {@code external correlation}, and to charge work to
     *     operations if no calls are recorded, as by {@link CudaActivity#OPERATION}; the default is true
     */
    public CudaOptions withExternalCorrelation(boolean recorded) {
        return new CudaOptions(activities, bufferBytes, buffers, recorded, queuedTimes, metrics, metricsPerKernel);
    }

    /**
     * {@return these options with or without the time that kernels were queued} CUPTI may omit it if it was requested
     * after the program initialised CUDA.
     *
     * @param recorded true to add it to kernels as an attribute, {@code queued}, in nanoseconds; the default is false
     */
    public CudaOptions withQueuedTimes(boolean recorded) {
        return new CudaOptions(
                activities, bufferBytes, buffers, externalCorrelation, recorded, metrics, metricsPerKernel);
    }

    /**
     * {@return these options with counters of the devices in use} They correspond to PyTorch's
     * {@code profiler_metrics}: counted by CUPTI of CUDA 12.6 or later for each recorded step, or for the window if
     * there are no steps, and shown on stream 0 of their device. A step runs once, so only counters that fit into one
     * pass are counted: the first, and as many of the others as possible. The note {@code cuda.metrics} lists the
     * omitted ones with the reasons.
     *
     * <p>The first window takes some tenths of a second more to start, and at the beginning of each step the training
     * thread calls CUPTI twice for each device. There is room for the first {@value MetricRecording#MAX_STEPS} steps of
     * a window.
     *
     * @param names NVIDIA's names, such as {@code sm__inst_executed_pipe_tensor.sum} or {@code dram__bytes_read.sum},
     *     or PyTorch's names for several together, {@code kineto__tensor_core_insts} and
     *     {@code kineto__cuda_core_flops}; none switches metrics off, which is the default
     * @throws IllegalArgumentException if there are more than {@value #MAX_METRICS}, or one cannot be a name
     */
    public CudaOptions withMetrics(String... names) {
        return new CudaOptions(
                activities, bufferBytes, buffers, externalCorrelation, queuedTimes, List.of(names), metricsPerKernel);
    }

    /**
     * {@return these options with metrics of each kernel, or of each step} For metrics of kernels, CUPTI runs the
     * kernels one after another, waits for each, and repeats it if several passes are needed: times of such a window
     * are longer and not representative. There is room for the first {@value MetricRecording#MAX_KERNELS} kernels of a
     * window. PyTorch calls it {@code profiler_measure_per_kernel}.
     *
     * @param perKernel true for metrics of each kernel; the default is false
     */
    public CudaOptions withMetricsPerKernel(boolean perKernel) {
        return new CudaOptions(activities, bufferBytes, buffers, externalCorrelation, queuedTimes, metrics, perKernel);
    }

    private static void checkRange(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(
                    name + " = " + value + " is not allowed: must be between " + min + " and " + max);
        }
    }
}
