package io.stepprofiler.analysis.rules;

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

    static long nanos(List<Span> spans, Predicate<Span> which) {
        return spans.stream().filter(which).mapToLong(Span::nanos).sum();
    }
}
