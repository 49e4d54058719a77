package io.stepprofiler.analysis.window;

import java.util.List;

/**
 * An event of a thread that caused work of a device, or waited for it: a call of the device's runtime, or the operation or
 * scope itself where these were not recorded.
 *
 * @param name its name, such as {@code cudaLaunchKernel}
 * @param isRuntime whether it is a call of the device's runtime
 * @param operation what called it, such as {@code aten::addmm} or the name of a scope
 * @param step number of the step in which it began; -1 if in none
 * @param startNanos when it began, on the clock of the trace
 * @param nanos how long it took
 * @param stack where it was called, innermost frame first; empty if not known
 */
public record DeviceCall(
        String name,
        boolean isRuntime,
        String operation,
        long step,
        long startNanos,
        long nanos,
        List<StackTraceElement> stack) {
    /** Where nothing is known of what caused some work. */
    static final DeviceCall UNKNOWN = new DeviceCall("", false, "", -1, 0, 0, List.of());

    /** {@return whether it is known} */
    public boolean isKnown() {
        return !name.isEmpty();
    }

    /** {@return when it ended, on the clock of the trace} */
    public long endNanos() {
        return startNanos + nanos;
    }
}
