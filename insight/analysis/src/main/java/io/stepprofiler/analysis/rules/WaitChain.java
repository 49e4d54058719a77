package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.window.NamedThreads;
import io.stepprofiler.analysis.window.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Threads that steps wait for: the first ends the waits of the steps, and each of the others ends the waits of the
 * previous one meanwhile.
 *
 * @param links the threads with their activity; empty if not known
 */
record WaitChain(List<WaitLink> links) {
    private static final int MOST_LINKS = 4;

    /**
     * {@return the threads that end some waits of steps}
     *
     * @param facts the facts about the window
     * @param waits the waits
     */
    static WaitChain of(WindowFacts facts, IntervalSet waits) {
        return follow(facts, EndingThreads.of(facts, waits, Set.of()), waits);
    }

    /**
     * {@return the threads that steps wait for at locks, of which the first holds the locks for the longest time}
     *
     * @param facts the facts about the window
     * @param waits the waits
     */
    static WaitChain ofLocks(WindowFacts facts, List<Span> waits) {
        return follow(facts, holder(facts, waits), Spans.times(waits, span -> true));
    }

    private static WaitChain follow(WindowFacts facts, Optional<NamedThreads> first, IntervalSet waits) {
        List<WaitLink> links = new ArrayList<>();
        Set<Long> seen = new HashSet<>();
        IntervalSet within = waits;
        Optional<NamedThreads> next = first;
        while (next.isPresent()
                && links.size() < MOST_LINKS
                && seen.addAll(next.get().ids())) {
            Optional<WaitLink> link = WaitLink.of(facts, next.get(), within);
            link.ifPresent(links::add);
            List<Span> own = link.map(WaitLink::waits).orElse(List.of());
            within = Spans.times(own, span -> true).and(within);
            next = switch (link.map(WaitLink::activity).orElse(ThreadActivity.RUNS)) {
                case WAITS_FOR_LOCK -> holder(facts, own);
                case PARKS -> EndingThreads.of(facts, within, seen);
                default -> Optional.empty();
            };
        }
        return new WaitChain(List.copyOf(links));
    }

    /** Returns the thread that held the locks of some waits for the longest time. */
    private static Optional<NamedThreads> holder(WindowFacts facts, List<Span> waits) {
        return holderName(waits).flatMap(facts.otherThreads()::thread);
    }

    /** Returns the name of the thread that held the locks of some waits for the longest time. */
    static Optional<String> holderName(List<Span> waits) {
        Map<String, Long> nanos = waits.stream()
                .filter(span -> !span.heldBy().isEmpty())
                .collect(Collectors.groupingBy(Span::heldBy, Collectors.summingLong(Span::nanos)));
        return nanos.entrySet().stream()
                .max(Comparator.comparingLong(Map.Entry::getValue))
                .map(Map.Entry::getKey);
    }

    /** {@return the thread that ends the waits} */
    Optional<WaitLink> first() {
        return links.stream().findFirst();
    }

    /** {@return the thread at the end of the chain, whose activity is the cause of the waits} */
    Optional<WaitLink> cause() {
        return links.isEmpty() ? Optional.empty() : Optional.of(links.get(links.size() - 1));
    }

    /** {@return the threads with their activity as a part of a sentence; empty if they are not known} */
    String text() {
        return first().map(link -> link.threads().text() + ", which " + activities())
                .orElse("");
    }

    /** {@return the activity of the first thread, with the threads that it waits for} */
    String activities() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < links.size(); i++) {
            if (i > 0) {
                boolean isLock = links.get(i - 1).activity() == ThreadActivity.WAITS_FOR_LOCK;
                text.append(isLock ? ", held by " : ", for ")
                        .append(links.get(i).threads().text())
                        .append(", which ");
            }
            text.append(links.get(i).text());
        }
        return text + cause().map(WaitLink::share).orElse("");
    }
}
