package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.window.ProgramFrames;
import io.stepprofiler.analysis.window.Span;
import java.util.List;

/**
 * Evidence of a finding: something at a time of the trace that a reader can look at.
 *
 * @param text what it is
 * @param step number of the step in which it is; -1 if in none
 * @param startNanos where it begins, on the clock of the trace; in a report from the beginning of the window
 * @param nanos how long it takes; 0 for an instant, or if no time is meant
 * @param stack where in the code, innermost frame first, as {@code class.method(file:line)}; empty if not known
 */
public record Proof(String text, long step, long startNanos, long nanos, List<String> stack) {
    private static final int MAX_FRAMES = 8;

    /**
     * Copies the stack.
     *
     * @param text what it is
     * @param step number of the step
     * @param startNanos where it begins
     * @param nanos how long it takes
     * @param stack where in the code
     */
    public Proof {
        stack = List.copyOf(stack);
    }

    /**
     * {@return evidence by something that happened in a step}
     *
     * @param span what happened
     */
    static Proof of(Span span) {
        return new Proof(span.name(), span.step(), span.startNanos(), span.nanos(), frames(span.stack()));
    }

    /**
     * {@return evidence by a place in the code}
     *
     * @param text what is there
     * @param stack the call stack, innermost frame first
     */
    public static Proof at(String text, List<StackTraceElement> stack) {
        return new Proof(text, -1, 0, 0, frames(stack));
    }

    /**
     * {@return evidence by something at a time and a place in the code}
     *
     * @param text what it is
     * @param step number of the step in which it is
     * @param startNanos where it begins, on the clock of the trace
     * @param nanos how long it takes
     * @param stack the call stack, innermost frame first; empty if not known
     */
    public static Proof at(String text, long step, long startNanos, long nanos, List<StackTraceElement> stack) {
        return new Proof(text, step, startNanos, nanos, frames(stack));
    }

    private static List<String> frames(List<StackTraceElement> stack) {
        return ProgramFrames.shown(stack, MAX_FRAMES);
    }
}
