package io.stepprofiler.handlers.stacks;

/** What the numbers after the stacks count, as {@code metric} of {@code torch.profiler}'s {@code export_stacks}. */
public enum StackMetric {
    /**
     * Time of the events on threads without the events inside them, in microseconds: {@code self_cpu_time_total} of torch.
     * Every moment belongs to the event of its thread that began last; events that ended on another thread have none.
     */
    SELF_CPU_TIME(1_000),
    /**
     * Time of the work on devices that an event caused, in microseconds: {@code self_cuda_time_total} of torch. Work are
     * kernels, copies, fillings of memory and communication, not the scopes on a stream around them. It is found by the correlation number that it shares with the event, and has a frame of its own inside the event's.
     */
    SELF_DEVICE_TIME(1_000),
    /** Number of events on threads. */
    COUNT(1),
    /**
     * Bytes allocated on all devices, charged to the innermost event on the thread of the allocation; what was freed is not
     * subtracted.
     */
    ALLOCATED_BYTES(1);

    private final long divisor;

    StackMetric(long divisor) {
        this.divisor = divisor;
    }

    /** What the values gathered, nanoseconds for times, are divided by when they are written. */
    long divisor() {
        return divisor;
    }
}
