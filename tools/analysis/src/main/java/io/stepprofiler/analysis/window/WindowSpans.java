package io.stepprofiler.analysis.window;

import io.stepprofiler.analysis.rules.WindowFacts;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import java.util.List;

/**
 * What threads waited for in the steps of a window, and what the virtual machine did: the part of {@link WindowFacts}
 * that can be listed one by one.
 *
 * @param waits the waits of the threads of steps, as far as they lie in a step, in the order of time
 * @param machine what the virtual machine did while a step went on, as far as it lies in the step, in the order of time
 * @param collections the garbage collections of the window, in the order of time
 */
public record WindowSpans(List<Span> waits, List<Span> machine, List<GarbageCollection> collections) {
    /**
     * {@return those of a window}
     *
     * <p>Takes a pass over the events, and memory for each wait.
     *
     * @param trace the window
     */
    public static WindowSpans of(Trace trace) {
        List<StepMark> steps =
                trace.steps().stream().filter(step -> !step.unfinished()).toList();
        StepSpans spans = new StepSpans(trace, steps);
        return new WindowSpans(spans.ofThreads(), spans.ofTheMachine(), Collections.of(trace, steps));
    }
}
