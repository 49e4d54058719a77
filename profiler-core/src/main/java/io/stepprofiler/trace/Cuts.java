package io.stepprofiler.trace;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.export.ExportOptions;
import java.util.Arrays;

/** Where a trace is to be cut. */
@FunctionalInterface
interface Cuts {
    /** The instants before which parts end, ascending; none leaves the trace whole. */
    long[] of(Trace trace);

    /** Those that options ask for. */
    static Cuts of(ExportOptions options) {
        return switch (options.split()) {
            case NONE -> trace -> new long[0];
            case BY_STEPS -> bySteps(options.splitCount());
            case BY_EVENTS -> byEvents(options.splitCount());
        };
    }

    /** A cut where every {@code count}-th step begins. */
    private static Cuts bySteps(int count) {
        return trace -> {
            long[] starts = stepStarts(trace);
            long[] cuts = new long[Math.max(starts.length - 1, 0) / count];
            Arrays.setAll(cuts, i -> starts[(i + 1) * count]);
            return Arrays.stream(cuts).distinct().toArray();
        };
    }

    /** A cut before there would be more than {@code count} events. */
    private static Cuts byEvents(int count) {
        return trace -> new EventDensity(trace).cuts(count, stepStarts(trace));
    }

    private static long[] stepStarts(Trace trace) {
        return trace.steps().stream().mapToLong(StepMark::startNanos).sorted().toArray();
    }
}
