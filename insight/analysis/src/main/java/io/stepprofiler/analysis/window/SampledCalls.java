package io.stepprofiler.analysis.window;

import io.stepprofiler.trace.StackSamples;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls of one thread along time, as its samples show them: a call lasts as long as successive samples find its method
 * in the same calls. Used by one thread.
 */
public final class SampledCalls {
    /** Most nested calls, from the method that the step calls inwards. */
    private static final int MAX_DEPTH = 6;

    /** Longest time that a sample stands for, as a multiple of its weight. */
    private static final int LATE = 2;

    private final Trace trace;
    private final StackSamples samples;
    private final List<Call> calls = new ArrayList<>();
    /** Index of each open call, outermost first. */
    private final List<Integer> open = new ArrayList<>();

    private SampledCalls(Trace trace) {
        this.trace = trace;
        samples = trace.samples();
    }

    /**
     * Call of a method.
     *
     * @param startNanos its start on the clock of the trace
     * @param endNanos its end
     * @param method short name of the method, such as {@code Mlp.forward}
     * @param stackId call stack of the first sample in it
     */
    public record Call(long startNanos, long endNanos, String method, int stackId) {}

    /**
     * {@return the calls of the thread of the steps, in the order of their starts, each before the calls inside it}
     *
     * @param trace the window
     * @param running its samples in steps
     */
    public static List<Call> of(Trace trace, StepSamples running) {
        return new SampledCalls(trace).walk(running.byTime());
    }

    private List<Call> walk(List<Integer> found) {
        List<Integer> known =
                found.stream().filter(sample -> samples.stackId(sample) >= 0).toList();
        DirectCallees callees = new DirectCallees(
                known.stream()
                        .map(sample -> trace.stack(samples.stackId(sample)))
                        .toList(),
                StepMethods.of(trace));
        for (int i = 0; i < known.size(); i++) {
            int sample = known.get(i);
            List<String> methods = callees.calls(trace.stack(samples.stackId(sample))).stream()
                    .limit(MAX_DEPTH)
                    .toList();
            long latest = samples.nanos(sample) + LATE * samples.weight(sample);
            long end = i + 1 < known.size() ? Math.min(latest, samples.nanos(known.get(i + 1))) : latest;
            add(sample, methods, end);
        }
        return calls;
    }

    private void add(int sample, List<String> methods, long end) {
        long start = samples.nanos(sample);
        int same = 0;
        while (same < open.size()
                && same < methods.size()
                && continues(calls.get(open.get(same)), start, methods.get(same))) {
            same++;
        }
        open.subList(same, open.size()).clear();
        open.forEach(index -> calls.set(index, until(calls.get(index), end)));
        for (String method : methods.subList(same, methods.size())) {
            open.add(calls.size());
            calls.add(new Call(start, end, method, samples.stackId(sample)));
        }
    }

    private static boolean continues(Call call, long start, String method) {
        return call.endNanos == start && call.method.equals(method);
    }

    private static Call until(Call call, long end) {
        return new Call(call.startNanos, end, call.method, call.stackId);
    }
}
