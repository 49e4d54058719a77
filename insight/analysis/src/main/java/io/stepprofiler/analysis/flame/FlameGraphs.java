package io.stepprofiler.analysis.flame;

import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.event.StepMark;
import java.util.List;

/**
 * Flame graphs of a window: one for each source with data, over the same frames and steps.
 *
 * <p>Each stack begins with its thread, followed by the names of the enclosing events and the call stack, if known. So
 * a graph shows the scope for which a method spends time or memory.
 *
 * @param steps the steps; {@link io.stepprofiler.analysis.steps.StepAxis} defines the columns of weights
 * @param frames the frames, indexed by {@link FlameGraph#frame}
 * @param graphs the graphs, in the order of their sources
 */
public record FlameGraphs(List<StepMark> steps, List<FlameFrame> frames, List<FlameGraph> graphs) {
    /**
     * {@return the flame graphs of a window}
     *
     * <p>Takes two passes over the events of threads, and some tens of bytes for each distinct stack and each step that
     * it occurs in.
     *
     * @param window the window
     * @param limits limits of each graph
     */
    public static FlameGraphs of(WindowAnalysis window, FlameLimits limits) {
        FlameFrames frames = new FlameFrames(window.trace());
        List<FlameGraph> graphs = new FlameGathering(window, frames).graphs(limits);
        return new FlameGraphs(window.walk().axis().steps(), frames.all(), graphs);
    }
}
