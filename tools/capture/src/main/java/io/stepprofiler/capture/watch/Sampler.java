package io.stepprofiler.capture.watch;

import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.Breakdowns;
import io.stepprofiler.averages.GroupKey;
import io.stepprofiler.averages.KeyAverage;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.capture.watch.StepSample.Operation;
import io.stepprofiler.capture.watch.StepSample.Part;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Computes the figures of a short capture from its trace. */
final class Sampler {
    /** Maximum number of parts, and of operations, of a sample. */
    private static final int MOST_ROWS = 60;

    /** Maximum length of a name. */
    private static final int LONGEST_NAME = 200;

    private static final Set<EventKind> KINDS = EnumSet.of(
            EventKind.SCOPE,
            EventKind.MODULE,
            EventKind.COMMUNICATION,
            EventKind.DATA_LOADER,
            EventKind.RUNTIME,
            EventKind.KERNEL,
            EventKind.MEMORY_COPY,
            EventKind.MEMORY_SET,
            EventKind.FUNCTION);

    private Sampler() {}

    /**
     * {@return a sample of the steps of a trace}
     *
     * @param trace trace of a few steps
     * @param takenMillis duration of the capture
     */
    static StepSample sample(Trace trace, long takenMillis) {
        List<StepBreakdown> steps = new Breakdowns(trace).all();
        int count = Math.max(1, steps.size());
        return new StepSample(
                steps.isEmpty() ? -1 : steps.get(0).step().number(),
                steps.size(),
                steps.stream().mapToLong(each -> each.step().durationNanos()).sum() / count,
                cpuNanos(steps, count),
                parts(steps, count),
                operations(trace, count),
                trace.account().begun(),
                trace.account().droppedTotal(),
                takenMillis);
    }

    private static long cpuNanos(List<StepBreakdown> steps, int count) {
        if (steps.isEmpty() || steps.stream().anyMatch(each -> each.step().cpuNanos() < 0)) {
            return -1;
        }
        return steps.stream().mapToLong(each -> each.step().cpuNanos()).sum() / count;
    }

    private static List<Part> parts(List<StepBreakdown> steps, int count) {
        List<Part> parts = new ArrayList<>();
        for (StepCategory category : StepCategory.values()) {
            long sum = steps.stream().mapToLong(each -> each.of(category)).sum();
            if (category != StepCategory.PHASE && sum > 0) {
                parts.add(new Part(category.label(), category.name(), sum / count));
            }
        }
        Map<String, Long> phases = new LinkedHashMap<>();
        steps.forEach(each -> each.phases().forEach((name, nanos) -> phases.merge(name, nanos, Long::sum)));
        phases.forEach((phase, sum) -> {
            String shown = cut(phase);
            parts.add(new Part(shown, StepCategory.PHASE.name(), sum / count));
        });
        return parts.stream()
                .sorted(Comparator.comparingLong(Part::stepNanos).reversed())
                .limit(MOST_ROWS)
                .toList();
    }

    private static List<Operation> operations(Trace trace, int count) {
        return KeyAverages.of(trace).rows().stream()
                .filter(row -> row.key().row() == GroupKey.Row.EVENTS
                        && KINDS.contains(row.key().kind()))
                .sorted(Comparator.comparingLong(KeyAverage::selfNanos).reversed())
                .limit(MOST_ROWS)
                .map(row -> new Operation(
                        cut(row.name()),
                        row.key().kind().name(),
                        (double) row.count() / count,
                        row.selfNanos() / count))
                .toList();
    }

    private static String cut(String name) {
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
    }
}
