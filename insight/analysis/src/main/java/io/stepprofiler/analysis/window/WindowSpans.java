package io.stepprofiler.analysis.window;

import io.stepprofiler.analysis.rules.WindowFacts;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import java.util.List;

/**
 * Waits of threads in the steps of a window, and activity of the virtual machine: the part of {@link WindowFacts} that
 * can be listed.
 *
 * @param waits the waits of the threads of steps, clipped to the steps, ordered by time
 * @param machine the activity of the virtual machine, clipped to the steps, ordered by time
 * @param collections the garbage collections of the window, ordered by time
 */
public record WindowSpans(List<Span> waits, List<Span> machine, List<GarbageCollection> collections) {
    /**
     * {@return the spans of a window}
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
