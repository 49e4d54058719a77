package io.stepprofiler.analysis.window;

import io.stepprofiler.analysis.steps.WindowWalk;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.StackSamples;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.List;

/** Calls of the thread of the steps, as each of its samples shows them. */
public final class SampledCalls {
    /** Most nested calls, from the method that the step calls inwards. */
    private static final int MAX_DEPTH = 6;

    /** Longest time that a sample stands for, as a multiple of its weight. */
    private static final int LATE = 2;

    private SampledCalls() {}

    /**
     * Call of a method at a sample.
     *
     * @param startNanos time of the sample on the clock of the trace
     * @param endNanos end of the time that the sample stands for, which is not after the end of its step
     * @param method short name of the method, such as {@code Mlp.forward}
     * @param stackId call stack of the sample
     */
    public record Call(long startNanos, long endNanos, String method, int stackId) {}

    /**
     * {@return the calls in the order of their samples, each before the calls inside it}
     *
     * @param walk the walk along the tracks of the window
     * @param running its samples in steps
     */
    public static List<Call> of(WindowWalk walk, StepSamples running) {
        Trace trace = walk.trace();
        StackSamples samples = trace.samples();
        List<StepMark> steps = walk.steps();
        List<Integer> known = running.byTime().stream()
                .filter(sample -> samples.stackId(sample) >= 0)
                .toList();
        DirectCallees callees = new DirectCallees(
                known.stream()
                        .map(sample -> trace.stack(samples.stackId(sample)))
                        .toList(),
                StepMethods.of(trace));
        List<Call> calls = new ArrayList<>();
        int in = 0;
        for (int i = 0; i < known.size(); i++) {
            int sample = known.get(i);
            int stack = samples.stackId(sample);
            long start = samples.nanos(sample);
            long latest = start + LATE * samples.weight(sample);
            long next = i + 1 < known.size() ? samples.nanos(known.get(i + 1)) : Long.MAX_VALUE;
            while (in + 1 < steps.size() && steps.get(in + 1).startNanos() <= start) {
                in++;
            }
            long endOfStep = steps.get(in).startNanos() + steps.get(in).durationNanos();
            long end = Math.min(Math.min(latest, next), endOfStep);
            callees.calls(trace.stack(stack)).stream()
                    .limit(MAX_DEPTH)
                    .forEach(method -> calls.add(new Call(start, end, method, stack)));
        }
        return calls;
    }
}
