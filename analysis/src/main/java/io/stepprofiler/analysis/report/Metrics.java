package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.steps.Distribution;
import io.stepprofiler.analysis.steps.StepCategory;
import io.stepprofiler.analysis.window.Evidence;
import io.stepprofiler.analysis.window.GarbageCollection;
import io.stepprofiler.analysis.window.WindowFacts;
import io.stepprofiler.averages.GroupKey;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.trace.MemoryEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures of a window that another run can be compared by. */
final class Metrics {
    private static final int FEWEST_FOR_P10 = 10;
    private static final int FEWEST_FOR_Q1 = 4;
    private static final double NANOS_A_SECOND = 1e9;

    private final WindowFacts facts;
    private final List<Metric> metrics = new ArrayList<>();

    Metrics(WindowFacts facts) {
        this.facts = facts;
    }

    List<Metric> all() {
        if (facts.steps().isEmpty()) {
            return List.of();
        }
        Distribution times = facts.stepTimes();
        // Undisturbed steps say what the code needs; with few of them a lower quantile is a single step.
        long cost = times.count() >= FEWEST_FOR_P10
                ? times.p10()
                : times.count() >= FEWEST_FOR_Q1 ? times.q1() : times.min();
        add("step.cost", (double) cost, "ns", Polarity.LOWER_IS_BETTER);
        add("step.typical", (double) times.median(), "ns", Polarity.LOWER_IS_BETTER);
        add("step.tail", (double) times.p90(), "ns", Polarity.LOWER_IS_BETTER);
        add("step.rate", rate(), "steps/s", Polarity.HIGHER_IS_BETTER);
        add("step.count", times.count(), "count", Polarity.NEUTRAL);
        for (StepCategory category : StepCategory.values()) {
            Polarity polarity = category == StepCategory.PHASE ? Polarity.NEUTRAL : Polarity.LOWER_IS_BETTER;
            add(
                    "share." + category.name().toLowerCase(Locale.ROOT),
                    facts.share(facts.nanos(category)),
                    "share",
                    polarity);
        }
        perStep("events", events(), Polarity.NEUTRAL);
        if (facts.evidence().contains(Evidence.COLLECTIONS)) {
            perStep("collections", facts.collections().size(), Polarity.LOWER_IS_BETTER);
            add(
                    "collections.pause",
                    (double) facts.collections().stream()
                                    .mapToLong(GarbageCollection::pauseNanos)
                                    .sum()
                            / facts.steps().size(),
                    "ns",
                    Polarity.LOWER_IS_BETTER);
        }
        if (facts.evidence().contains(Evidence.MEMORY)) {
            memory();
        }
        return List.copyOf(metrics);
    }

    /** With what passes between steps. */
    private double rate() {
        long first = facts.steps().stream()
                .mapToLong(each -> each.step().startNanos())
                .min()
                .orElse(0);
        long last = facts.steps().stream()
                .mapToLong(each -> each.step().startNanos() + each.step().durationNanos())
                .max()
                .orElse(0);
        return last > first ? facts.steps().size() * NANOS_A_SECOND / (last - first) : 0;
    }

    private long events() {
        return facts.averages().rows().stream()
                .filter(row -> row.key().row() == GroupKey.Row.EVENTS)
                .filter(row -> row.key().kind() == EventKind.SCOPE || row.key().kind() == EventKind.MODULE)
                .mapToLong(row -> row.count())
                .sum();
    }

    private void memory() {
        MemoryEvents events = facts.trace().memory();
        long bytes = 0;
        for (int i = 0; i < events.size(); i++) {
            if (events.action(i) == MemoryAction.ALLOCATE) {
                bytes += Math.max(0, events.bytes(i));
            }
        }
        add("memory.allocated", (double) bytes / facts.steps().size(), "bytes/step", Polarity.LOWER_IS_BETTER);
    }

    private void perStep(String id, long count, Polarity polarity) {
        add(id, (double) count / facts.steps().size(), "count/step", polarity);
    }

    private void add(String id, double value, String unit, Polarity polarity) {
        metrics.add(new Metric(id, value, unit, polarity));
    }
}
