package io.stepprofiler.analysis.report;

import io.stepprofiler.event.OpSignature;
import io.stepprofiler.ledger.StepValue;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.wire.RecordedDetails;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Facts about the work of the steps of a window; times of two runs are only comparable for the same work. */
public final class Workload {
    /** Name of the fact of a {@link Run} that identifies the shapes of operations. */
    public static final String SHAPES = "shapes";

    /** Name of the fact of a {@link Run} that lists the recorded details. */
    public static final String DETAILS = RecordedDetails.KEY;

    private Workload() {}

    /** Returns the known facts about the work, by name. */
    static Map<String, String> of(Trace trace) {
        Map<String, String> facts = new LinkedHashMap<>();
        for (CounterTrack counter : trace.counters()) {
            if (counter.name().equals(StepValue.BATCH_COUNTER) && counter.size() > 0) {
                facts.put(StepValue.BATCH_COUNTER, batchSizes(counter));
            }
        }
        if (trace.signatureCount() > 0) {
            int shapes = IntStream.range(0, trace.signatureCount())
                    .mapToObj(trace::signature)
                    .map(OpSignature::inputDimsText)
                    .distinct()
                    .mapToInt(String::hashCode)
                    .sum();
            facts.put(SHAPES, String.format(Locale.ROOT, "%08x", shapes));
        }
        facts.put(DETAILS, RecordedDetails.text(trace.options()));
        return facts;
    }

    private static String batchSizes(CounterTrack counter) {
        DoubleStream sizes = IntStream.range(0, counter.size()).mapToDouble(counter::value);
        double[] sorted = sizes.sorted().toArray();
        return text(sorted[0])
                + (sorted[0] == sorted[sorted.length - 1] ? "" : " to " + text(sorted[sorted.length - 1]));
    }

    private static String text(double number) {
        return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
    }
}
