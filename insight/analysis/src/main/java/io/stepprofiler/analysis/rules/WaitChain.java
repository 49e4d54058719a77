package io.stepprofiler.analysis.rules;

import io.stepprofiler.amount.Amount;
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
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Threads that steps wait for: the first ends the waits of the steps, and each of the others ends the waits of the
 * previous one meanwhile.
 *
 * @param links the threads with their activity; empty if not known
 * @param isForLocks whether the first thread holds locks that the steps wait for
 * @param known what rules know about the code of the last thread, if it takes a part of the wait worth naming
 * @param awaited the wait for the last thread, in nanoseconds
 * @param isBusy whether the last thread works all the time, so that it could not begin earlier
 */
record WaitChain(List<WaitLink> links, boolean isForLocks, Optional<KnownCode> known, long awaited, boolean isBusy) {
    /** Stands for threads that are not known. */
    static final WaitChain UNKNOWN = new WaitChain(List.of(), false, Optional.empty(), 0, false);

    private static final int MOST_LINKS = 4;

    /** Part of a wait from which on known code is named in addition, and from which on it is named instead. */
    private static final double WORTH_NAMING = 0.1;

    private static final double MOST = 0.5;

    /** Most time that a thread without a pause is blocked, as a part of the steps. */
    private static final double PAUSES = 0.1;

    /**
     * {@return the threads that end some waits of steps}
     *
     * @param facts the facts about the window
     * @param waits the waits
     */
    static WaitChain of(WindowFacts facts, IntervalSet waits) {
        return follow(facts, EndingThreads.of(facts, waits, Set.of()), waits, false);
    }

    /**
     * {@return the threads that steps wait for at locks, of which the first holds the locks for the longest time}
     *
     * @param facts the facts about the window
     * @param waits the waits
     */
    static WaitChain ofLocks(WindowFacts facts, List<Span> waits) {
        return follow(facts, holder(facts, waits), Spans.times(waits, span -> true), true);
    }

    private static WaitChain follow(
            WindowFacts facts, Optional<NamedThreads> first, IntervalSet waits, boolean isForLocks) {
        List<WaitLink> links = new ArrayList<>();
        Set<Long> seen = new HashSet<>();
        IntervalSet within = waits;
        IntervalSet ofLast = waits;
        Optional<NamedThreads> next = first;
        while (next.isPresent()
                && links.size() < MOST_LINKS
                && seen.addAll(next.get().ids())) {
            Optional<WaitLink> link = WaitLink.of(facts, next.get(), within);
            if (link.isPresent()) {
                links.add(link.get());
                ofLast = within;
            }
            List<Span> own = link.map(WaitLink::waits).orElse(List.of());
            within = Spans.times(own, span -> true).and(within);
            next = switch (link.map(WaitLink::activity).orElse(ThreadActivity.RUNS)) {
                case WAITS_FOR_LOCK -> holder(facts, own);
                case PARKS -> EndingThreads.of(facts, within, seen);
                default -> Optional.empty();
            };
        }
        return ofLinks(facts, List.copyOf(links), ofLast, isForLocks);
    }

    private static WaitChain ofLinks(WindowFacts facts, List<WaitLink> links, IntervalSet waits, boolean isForLocks) {
        if (links.isEmpty()) {
            return UNKNOWN;
        }
        WaitLink last = links.get(links.size() - 1);
        Optional<KnownCode> known = Optional.of(last)
                .filter(link -> !link.activity().isWait())
                .flatMap(link -> known(CodeOfSteps.ofAwaited(facts, link.threads(), waits)))
                .filter(code -> code.nanos() >= WORTH_NAMING * waits.nanos());
        IntervalSet steps = facts.inSteps();
        boolean isBusy = !last.threads().isPool()
                && CodeOfSteps.unblocked(facts, last.threads(), steps).nanos() >= (1 - PAUSES) * steps.nanos();
        return new WaitChain(links, isForLocks, known, waits.nanos(), isBusy);
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

    /** {@return whether the method of the cause is known} */
    boolean hasSite() {
        return known.flatMap(KnownCode::site)
                .or(() -> cause().flatMap(WaitLink::site))
                .isPresent();
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
                text.append(isHeld(i) ? ", held by " : ", for ")
                        .append(links.get(i).threads().text())
                        .append(", which ");
            }
            boolean isLast = i == links.size() - 1;
            text.append(
                    isLast && isMostlyKnown()
                            ? known.orElseThrow().text()
                            : links.get(i).text());
        }
        return text
                + (known.isPresent()
                        ? knownPart(known.get())
                        : cause().map(WaitLink::share).orElse(""));
    }

    private boolean isMostlyKnown() {
        return known.filter(code -> code.nanos() >= MOST * awaited).isPresent();
    }

    private String knownPart(KnownCode code) {
        String part = Amount.share(Math.min(1, (double) code.nanos() / awaited), "the wait");
        return isMostlyKnown() ? " (" + part + ")" : ", and " + code.text() + " for " + part;
    }

    /** Returns whether a thread holds the lock that the one before it, or the step, waits for. */
    private boolean isHeld(int link) {
        return link == 0 ? isForLocks : links.get(link - 1).activity() == ThreadActivity.WAITS_FOR_LOCK;
    }

    /** Returns the thread that holds a lock others wait for, the last one of several; empty if there is none. */
    private Optional<WaitLink> holder() {
        return IntStream.range(0, links.size())
                .filter(this::isHeld)
                .mapToObj(links::get)
                .reduce((first, second) -> second);
    }

    /** {@return the remedy in a few words; empty if the threads are not known} */
    Optional<String> nextStep() {
        return known.map(KnownCode::nextStep)
                .or(() -> holder().map(WaitLink::release))
                .or(() -> cause().map(link -> link.nextStep(isBusy)));
    }

    /** {@return what to do; empty if the threads are not known} */
    List<Advice> advice() {
        return known.map(KnownCode::advice)
                .or(() -> holder().map(link -> List.of(ThreadActivity.WAITS_FOR_LOCK.advice(isBusy))))
                .or(() -> cause().map(link -> List.of(link.activity().advice(isBusy))))
                .orElse(List.of());
    }

    /** {@return evidence of the cause, the most important first} */
    List<Proof> proofs() {
        return known.map(KnownCode::proofs)
                .or(() -> cause().map(WaitLink::proofs))
                .orElse(List.of());
    }

    /** Returns the work that takes most of some code; empty if the rules know none of it. */
    private static Optional<KnownCode> known(CodeOfSteps code) {
        return Stream.of(OnceRule.in(code), ExceptionRule.in(code), ShortCalls.in(code))
                .flatMap(Optional::stream)
                .max(Comparator.comparingLong(KnownCode::nanos));
    }
}
