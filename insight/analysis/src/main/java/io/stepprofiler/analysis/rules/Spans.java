package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.steps.IntervalSet.Stretch;
import io.stepprofiler.analysis.window.Span;
import java.util.List;
import java.util.function.Predicate;

/** Figures and evidence of spans. */
final class Spans {
    private static final int SHOWN = 3;

    private Spans() {}

    static List<Proof> longest(List<Span> spans, Predicate<Span> which) {
        return WindowFacts.longest(spans, which, SHOWN).stream().map(Proof::of).toList();
    }

    /** Returns the times of spans, each instant once. */
    static IntervalSet times(List<Span> spans, Predicate<Span> which) {
        return IntervalSet.of(spans.stream()
                .filter(which)
                .map(span -> new Stretch(span.startNanos(), span.startNanos() + span.nanos()))
                .toList());
    }

    static long nanos(List<Span> spans, Predicate<Span> which) {
        return spans.stream().filter(which).mapToLong(Span::nanos).sum();
    }
}
