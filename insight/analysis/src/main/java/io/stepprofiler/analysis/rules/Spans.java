package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.steps.IntervalSet.Stretch;
import io.stepprofiler.analysis.window.Span;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Figures and evidence of spans. */
final class Spans {
    private static final int SHOWN = 3;

    /** Categories that own the waits inside them. */
    private static final Set<StepCategory> WHOLE = EnumSet.of(StepCategory.DATA_WAIT, StepCategory.COMMUNICATION);

    private Spans() {}

    /** Returns the waits of a category that are not inside a wait of another one that owns them. */
    static List<Span> of(WindowFacts facts, StepCategory category) {
        IntervalSet others =
                times(facts.waits(), span -> WHOLE.contains(span.category()) && span.category() != category);
        return facts.waits().stream()
                .filter(span -> span.category() == category && !others.contains(span.startNanos()))
                .toList();
    }

    static List<Proof> longest(List<Span> spans, Predicate<Span> which) {
        return spans.stream()
                .filter(which)
                .sorted(Comparator.comparingLong(Span::nanos).reversed())
                .limit(SHOWN)
                .map(Proof::of)
                .toList();
    }

    /** Returns the times of spans, each instant once. */
    static IntervalSet times(List<Span> spans, Predicate<Span> which) {
        return IntervalSet.of(spans.stream()
                .filter(which)
                .map(span -> new Stretch(span.startNanos(), span.startNanos() + span.nanos()))
                .toList());
    }
}
