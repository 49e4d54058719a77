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
 * Method with the largest share of some call stacks, each counted for its innermost frame of the program.
 *
 * @param method the class and method
 * @param text the method with its file and its most frequent line, as sentences show it
 * @param part its share of the total, from 0 to 1
 * @param partOfLine share of that line, from 0 to {@code part}
 */
record Site(String method, String text, double part, double partOfLine) {
    private static final double HALF = 0.5;

    /** Sum of the weights of call stacks by method and line. */
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

        /** Returns the method with the largest weight; empty if no stack has a method of the program. */
        Optional<Site> most() {
            return byMethod.entrySet().stream()
                    .max(Comparator.comparingLong(each -> weight(each.getValue())))
                    .map(each -> site(each.getKey(), each.getValue()));
        }

        private Site site(String method, Map<String, Long> byLine) {
            Map.Entry<String, Long> line =
                    byLine.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
            double whole = Math.max(1, all);
            return new Site(method, line.getKey(), weight(byLine) / whole, line.getValue() / whole);
        }

        private static long weight(Map<String, Long> byLine) {
            return byLine.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /** Returns the method with the most samples by weight; empty if fewer than three name it, or if they weigh nothing. */
    static Optional<Site> of(List<Place> places) {
        Sum sum = new Sum();
        places.forEach(place -> sum.add(place.stack(), place.weight()));
        return sum.most().filter(site -> site.part() > 0 && count(places, site) >= RunningCode.FEWEST);
    }

    private static long count(List<Place> places, Site site) {
        return RunningCode.count(places.stream()
                .filter(place -> ProgramFrames.of(place.stack())
                        .filter(frame -> ProgramFrames.method(frame).equals(site.method))
                        .isPresent())
                .toList());
    }

    /** Returns the method with the most time in some spans. */
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

    /** Returns the method with the most samples of threads of steps at certain instants; empty if they are too few. */
    static Optional<Site> running(WindowFacts facts, LongPredicate instants) {
        return of(facts.samples().places(instants, Integer.MAX_VALUE));
    }

    /** Returns the beginning of "most of it in": without more than half it is the largest part only. */
    String most() {
        return part > HALF ? "most of " : "the largest part of ";
    }

    /** Returns the place whose share {@link #part} is: the method without a line if it is of several lines. */
    String whole() {
        return partOfLine < part ? text.replaceFirst(":\\d+\\)$", ")") : text;
    }

    /** Returns the end of a sentence, such as " in demo.Main.run(Main.java:7)"; empty if no method is known. */
    static String in(Optional<Site> site) {
        return site.map(each -> " in " + each.text).orElse("");
    }

    /** Returns the method of the program in the first evidence that has one. */
    static Optional<String> ofProofs(List<Proof> proofs) {
        return proofs.stream()
                .filter(proof -> !proof.stack().isEmpty())
                .flatMap(proof -> ProgramFrames.ofTexts(proof.stack()).stream())
                .filter(frame -> ProgramFrames.OF_JAVA.stream()
                        .noneMatch(prefix -> frame.startsWith(prefix) || frame.contains("/" + prefix)))
                .findFirst();
    }
}
