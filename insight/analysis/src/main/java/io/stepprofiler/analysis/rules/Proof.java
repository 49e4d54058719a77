package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.window.ProgramFrames;
import io.stepprofiler.analysis.window.Span;
import java.util.List;

/**
 * Evidence of a finding: an event, a place in the code or a figure that a reader can look up.
 *
 * @param text description in words
 * @param step number of its step; -1 if in none
 * @param startNanos start, relative to the start of the window; in a {@link Symptom} on the clock of the trace
 * @param nanos duration; 0 for an instant, or if it is no time
 * @param stack call stack, innermost frame first, as {@code class.method(file:line)}; empty if not known
 */
public record Proof(String text, long step, long startNanos, long nanos, List<String> stack) {
    private static final int MAX_FRAMES = 8;

    /** Copies the stack. */
    public Proof {
        stack = List.copyOf(stack);
    }

    /**
     * {@return a span in a step as evidence}
     *
     * @param span the span
     */
    static Proof of(Span span) {
        return new Proof(span.name(), span.step(), span.startNanos(), span.nanos(), frames(span.stack()));
    }

    /**
     * {@return a place in the code as evidence}
     *
     * @param text description in words
     * @param stack the call stack, innermost frame first
     */
    public static Proof at(String text, List<StackTraceElement> stack) {
        return new Proof(text, -1, 0, 0, frames(stack));
    }

    /**
     * {@return an event at a time and a place in the code as evidence}
     *
     * @param text description in words
     * @param step number of its step
     * @param startNanos its start on the clock of the trace
     * @param nanos its duration
     * @param stack the call stack, innermost frame first; empty if not known
     */
    static Proof at(String text, long step, long startNanos, long nanos, List<StackTraceElement> stack) {
        return new Proof(text, step, startNanos, nanos, frames(stack));
    }

    /** Returns this proof with a start relative to an instant, unless it has no time, and in some words. */
    Proof since(long nanos, String words) {
        boolean hasTime = step >= 0 || this.nanos > 0;
        return new Proof(words, step, hasTime ? startNanos - nanos : startNanos, this.nanos, stack);
    }

    private static List<String> frames(List<StackTraceElement> stack) {
        return ProgramFrames.shown(stack, MAX_FRAMES);
    }
}
