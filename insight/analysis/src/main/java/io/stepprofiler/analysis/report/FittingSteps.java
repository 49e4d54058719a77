package io.stepprofiler.analysis.report;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import java.util.List;

/** The last steps of a window, as many as a report of which takes at most a part of the heap. */
final class FittingSteps {
    // D17: the bytes that ReportHeap of the benchmarks measures, rounded up.
    private static final long BYTES_OF_ANY = 4 << 20;
    private static final long BYTES_PER_EVENT = 320;
    private static final long BYTES_PER_STEP = 1_000;
    private static final long BYTES_PER_SAMPLE = 300;
    private static final long BYTES_PER_VALUE = 30;
    private static final long BYTES_PER_NAME = 1_100;

    private FittingSteps() {}

    /**
     * Returns a window, or its last steps with a sentence about the rest.
     *
     * @param room the bytes that the report may take
     * @throws IllegalStateException if not even the last step fits
     */
    static StepReport.Source of(Trace window, long room) {
        long all = bytes(window);
        if (all <= room) {
            return new StepReport.Source("", new WindowAnalysis(window), List.of());
        }
        List<StepMark> steps =
                window.steps().stream().sorted(StepMark.PARENTS_FIRST).toList();
        String need =
                "it may need " + Amount.bytes(all) + " of heap, and is to take no more than " + Amount.bytes(room);
        Trace fitting = window;
        int kept = steps.size();
        for (long needed = all; needed > room; needed = bytes(fitting)) {
            kept = (int) Math.min(kept - 1L, (long) ((double) kept * room / needed));
            if (kept <= 0) {
                throw new IllegalStateException("No report is made of " + extent(window) + ": " + need);
            }
            fitting = fitting.slice(steps.get(steps.size() - kept).startNanos(), Long.MAX_VALUE);
        }
        return new StepReport.Source(
                "",
                new WindowAnalysis(fitting),
                List.of("The report has only the last " + extent(fitting) + ", of " + extent(window) + ": of all, "
                        + need));
    }

    private static String extent(Trace trace) {
        return Amount.count(trace.steps().size(), "step") + " with " + Amount.count(trace.eventCount(), "event");
    }

    private static long bytes(Trace trace) {
        return BYTES_OF_ANY
                + BYTES_PER_EVENT * trace.eventCount()
                + BYTES_PER_STEP * trace.steps().size()
                + BYTES_PER_SAMPLE
                        * (trace.samples().size() + (long) trace.memory().size())
                + BYTES_PER_VALUE
                        * trace.counters().stream()
                                .mapToLong(CounterTrack::size)
                                .sum()
                + BYTES_PER_NAME * (trace.nameCount() + trace.signatureCount() + (long) trace.stackCount());
    }
}
