package io.stepprofiler.trace;

import java.util.Arrays;

/** Where a trace is to be cut. */
@FunctionalInterface
interface Cuts {
    /** The instants before which parts end, ascending; none leaves the trace whole. */
    long[] of(Trace trace);

    /** A cut where every {@code count}-th step begins. */
    static Cuts bySteps(int count) {
        return trace -> {
            long[] starts = stepStarts(trace);
            long[] cuts = new long[Math.max(starts.length - 1, 0) / count];
            Arrays.setAll(cuts, i -> starts[(i + 1) * count]);
            return Arrays.stream(cuts).distinct().toArray();
        };
    }

    /** A cut before there would be more than {@code count} events. */
    static Cuts byEvents(int count) {
        return trace -> new EventDensity(trace).cuts(count, stepStarts(trace));
    }

    private static long[] stepStarts(Trace trace) {
        return trace.steps().stream().mapToLong(StepMark::startNanos).sorted().toArray();
    }
}
