package io.stepprofiler.analysis.window;

import io.stepprofiler.analysis.breakdown.StepCategory;
import java.util.List;

/**
 * Wait of a thread, or activity of the virtual machine, clipped to a step.
 *
 * @param name name of its event, such as {@code Monitor enter (Queue)}
 * @param category its category in the step
 * @param step number of the step
 * @param startNanos its first instant in the step, on the clock of the trace
 * @param nanos its duration in the step
 * @param stack call stack of the wait, innermost frame first, or the method that was compiled or deoptimized; empty if
 *     not known
 * @param heldBy name of the thread that held the lock; empty if not known
 */
public record Span(
        String name,
        StepCategory category,
        long step,
        long startNanos,
        long nanos,
        List<StackTraceElement> stack,
        String heldBy) {}
