package io.stepprofiler.analysis.window;

import java.util.List;

/**
 * Event of a thread that caused an operation of a device or waited for the device: a call of its runtime, or the
 * operation or scope itself if calls were not recorded.
 *
 * @param name its name, such as {@code cudaLaunchKernel}
 * @param isRuntime whether it is a call of the device's runtime
 * @param isOfSteps whether its thread has steps
 * @param operation its caller, such as {@code aten::addmm} or the name of a scope
 * @param step number of the step in which it began; -1 if in none
 * @param startNanos its start on the clock of the trace
 * @param nanos its duration
 * @param stack its call stack, innermost frame first; empty if not known
 */
public record DeviceCall(
        String name,
        boolean isRuntime,
        boolean isOfSteps,
        String operation,
        long step,
        long startNanos,
        long nanos,
        List<StackTraceElement> stack) {
    /** Stands for an unknown cause. */
    static final DeviceCall UNKNOWN = new DeviceCall("", false, false, "", -1, 0, 0, List.of());

    /** {@return false for {@link #UNKNOWN}} */
    public boolean isKnown() {
        return !name.isEmpty();
    }

    /** {@return its end on the clock of the trace} */
    public long endNanos() {
        return startNanos + nanos;
    }
}
