package io.stepprofiler.analysis.flame;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import java.util.List;

/**
 * The flame graphs of a window: one for each source of which it has something, over the same frames and steps.
 *
 * <p>Each stack begins with its thread, followed by the names of the events around, and inside them the call stack, if
 * one is known. So one can tell what the time, or the memory, of a method was for.
 *
 * @param steps the steps; {@link StepAxis} says which columns weights are in
 * @param frames the frames that {@link FlameGraph#frame} numbers
 * @param graphs the graphs, in the order of their sources
 */
public record FlameGraphs(List<StepMark> steps, List<FlameFrame> frames, List<FlameGraph> graphs) {
    /**
     * {@return the flame graphs of a window}
     *
     * <p>Takes two passes over the events of threads, and some tens of bytes for each distinct stack and each step that
     * it occurs in.
     *
     * @param trace the window
     * @param limits how large each of them may become
     */
    public static FlameGraphs of(Trace trace, FlameLimits limits) {
        StepAxis axis = new StepAxis(trace);
        FlameFrames frames = new FlameFrames(trace);
        List<FlameGraph> graphs = new FlameGathering(trace, axis, frames).graphs(limits);
        return new FlameGraphs(axis.steps(), frames.all(), graphs);
    }
}
