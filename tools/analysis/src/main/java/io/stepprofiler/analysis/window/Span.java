package io.stepprofiler.analysis.window;

import io.stepprofiler.analysis.breakdown.StepCategory;
import java.util.List;

/**
 * Something that a thread of a step waited for, or that the virtual machine did, as far as it lies in a step.
 *
 * @param name name of its event, such as {@code Monitor enter (Queue)}
 * @param category what it means for the step
 * @param step number of the step
 * @param startNanos its first instant in the step, on the clock of the trace
 * @param nanos how long it lasts in the step
 * @param stack where the thread waited, innermost frame first, or the method that was compiled or given up; empty if not
 *     known
 * @param heldBy name of the thread that had what is waited for; empty if not known
 */
public record Span(
        String name,
        StepCategory category,
        long step,
        long startNanos,
        long nanos,
        List<StackTraceElement> stack,
        String heldBy) {}
