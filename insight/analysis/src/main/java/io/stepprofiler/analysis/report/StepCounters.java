package io.stepprofiler.analysis.report;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.ledger.StepValue;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values of the counters of a trace for each step. */
final class StepCounters {
    private static final int MOST = 8;

    /** Digits of a value, few so that summaries stay small. */
    private static final MathContext DIGITS = new MathContext(6);

    /** Prefix of the profiler's counters, which are listed after the program's. */
    private static final String OWN = "jvm";

    private StepCounters() {}

    /** Returns the values of the shown counters, by name. */
    static Map<String, List<Double>> of(Trace trace, List<StepMark> steps, ReportLimits limits) {
        Map<String, List<Double>> all = new LinkedHashMap<>();
        trace.counters().stream()
                .filter(track -> track.size() > 0)
                .sorted(Comparator.comparing(track -> track.name().startsWith(OWN)))
                .limit(MOST)
                .forEach(track -> all.put(free(limits.cut(name(track)), all), values(track, steps)));
        return all;
    }

    /** Returns a unique name: the names of two counters may be equal with their domains or after shortening. */
    private static String free(String name, Map<String, ?> taken) {
        String free = name;
        for (int number = 2; taken.containsKey(free); number++) {
            free = name + " (" + number + ")";
        }
        return free;
    }

    /** Returns the sum of the batch sizes recorded in steps; 0 if there are none. */
    static double items(Trace trace, List<StepMark> steps) {
        return trace.counters().stream()
                .filter(track -> track.size() > 0 && track.name().equals(StepValue.BATCH_COUNTER))
                .flatMap(track -> values(track, steps).stream())
                .filter(Double::isFinite)
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    private static String name(CounterTrack track) {
        return track.domain().isEmpty() ? track.name() : track.domain() + " " + track.name();
    }

    private static List<Double> values(CounterTrack track, List<StepMark> steps) {
        boolean isSum = track.name().equals(StepValue.BATCH_COUNTER);
        List<Double> values = new ArrayList<>();
        int next = 0;
        for (StepMark step : steps) {
            double sum = 0;
            for (; next < track.size() && track.nanos(next) < step.startNanos() + step.durationNanos(); next++) {
                sum += track.nanos(next) >= step.startNanos() ? track.value(next) : 0;
            }
            // Before its first value a counter has its first value.
            values.add(shortened(isSum ? sum : track.value(Math.max(0, next - 1))));
        }
        return values;
    }

    private static double shortened(double value) {
        return Double.isFinite(value) ? new BigDecimal(value).round(DIGITS).doubleValue() : Double.NaN;
    }
}
