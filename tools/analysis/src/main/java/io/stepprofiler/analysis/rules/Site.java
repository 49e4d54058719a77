package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.window.ProgramFrames;
import io.stepprofiler.analysis.window.Span;
import io.stepprofiler.analysis.window.StepSamples.Place;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * A method that a programmer can change, in which most of something is: the innermost of the program on call stacks.
 *
 * @param method the class and method
 * @param text the method with its file and the line in which most is, as sentences show it
 * @param part the part of all that is in it, from 0 to 1
 */
record Site(String method, String text, double part) {
    /** Adds up what call stacks stand for. */
    static final class Sum {
        private final Map<String, Map<String, Long>> byMethod = new LinkedHashMap<>();
        private long all;

        Sum add(List<StackTraceElement> stack, long weight) {
            all += weight;
            ProgramFrames.of(stack)
                    .ifPresent(
                            frame -> byMethod.computeIfAbsent(ProgramFrames.method(frame), any -> new LinkedHashMap<>())
                                    .merge(ProgramFrames.text(frame), weight, Long::sum));
            return this;
        }

        /** The method in which most is; empty if no stack has one. */
        Optional<Site> most() {
            return byMethod.entrySet().stream()
                    .max(Comparator.comparingLong(each -> weight(each.getValue())))
                    .map(each -> new Site(
                            each.getKey(),
                            each.getValue().entrySet().stream()
                                    .max(Map.Entry.comparingByValue())
                                    .map(Map.Entry::getKey)
                                    .orElse(each.getKey()),
                            all == 0 ? 0 : (double) weight(each.getValue()) / all));
        }

        private static long weight(Map<String, Long> byLine) {
            return byLine.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    static Optional<Site> of(List<Place> places) {
        Sum sum = new Sum();
        places.forEach(place -> sum.add(place.stack(), Math.max(place.count(), place.weight())));
        return sum.most();
    }

    /** Of spans by how long they take. */
    static Optional<Site> ofSpans(List<Span> spans) {
        Sum sum = new Sum();
        spans.forEach(span -> sum.add(span.stack(), span.nanos()));
        return sum.most();
    }

    static Optional<Site> ofStacks(List<List<StackTraceElement>> stacks) {
        Sum sum = new Sum();
        stacks.forEach(stack -> sum.add(stack, 1));
        return sum.most();
    }

    /** Of what the threads of steps ran at certain instants. */
    static Optional<Site> running(WindowFacts facts, LongPredicate instants) {
        return of(facts.samples().places(instants, Integer.MAX_VALUE));
    }

    /** The end of a sentence: nothing if no method is known. */
    static String in(Optional<Site> site) {
        return site.map(each -> " in " + each.text).orElse("");
    }

    /** The method of the first evidence that has one. */
    static Optional<String> ofProofs(List<Proof> proofs) {
        return proofs.stream()
                .filter(proof -> !proof.stack().isEmpty())
                .flatMap(proof -> ProgramFrames.ofTexts(proof.stack()).stream())
                .filter(frame -> !frame.startsWith("java.") && !frame.contains("/java."))
                .findFirst();
    }
}
