package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.Figures.bytes;
import static io.stepprofiler.analysis.rules.Figures.percent;
import static io.stepprofiler.analysis.window.Evidence.ALLOCATION_SAMPLES;
import static io.stepprofiler.analysis.window.Evidence.COLLECTIONS;
import static io.stepprofiler.analysis.window.Evidence.SAMPLES;
import static io.stepprofiler.analysis.window.Evidence.STEPS;

import io.stepprofiler.analysis.steps.EventMeaning;
import io.stepprofiler.analysis.window.Evidence;
import io.stepprofiler.analysis.window.StepSamples.Place;
import io.stepprofiler.analysis.window.WindowFacts;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Rules about where Java objects are allocated. Bytes alone hold nothing up: both are silent where collections, and the
 * code that allocates, take next to nothing of the steps.
 */
final class AllocationRules {
    private static final int SHOWN = 3;
    private static final int FEWEST_SAMPLES = 10;
    private static final double NEXT_TO_NOTHING = 0.05;
    private static final Set<Evidence> NEEDS = Set.of(STEPS, ALLOCATION_SAMPLES, SAMPLES, COLLECTIONS);
    private static final Set<String> BOXES = Set.of(
            "java.lang.Boolean",
            "java.lang.Byte",
            "java.lang.Character",
            "java.lang.Double",
            "java.lang.Float",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Short");

    static final List<Rule> ALL = List.of(
            new Rule("boxing", "Boxing", Role.CAUSE, NEEDS, new Thresholds(0.2, 0.8), AllocationRules::boxing),
            new Rule(
                    "one-allocation-site",
                    "One allocation site",
                    Role.CAUSE,
                    NEEDS,
                    new Thresholds(0.4, 0.8),
                    AllocationRules::oneSite));

    private AllocationRules() {}

    private static Optional<Symptom> boxing(WindowFacts facts) {
        List<Place> boxing = facts.samples().allocations(Integer.MAX_VALUE).stream()
                .filter(place ->
                        !place.stack().isEmpty() && isBoxing(place.stack().get(0)))
                .toList();
        return look(
                facts,
                boxing,
                "of what the steps allocate are boxes of numbers",
                "use arrays and collections of primitive types",
                List.of(
                        Advice.of("long[] in place of List<Long>; LongStream, DoubleStream, ToDoubleFunction"),
                        new Advice("ND4J", "Nd4j.create(double[]) and INDArray.data() in place of lists of numbers")));
    }

    private static boolean isBoxing(StackTraceElement innermost) {
        return BOXES.contains(innermost.getClassName())
                && (innermost.getMethodName().equals("valueOf")
                        || innermost.getMethodName().equals("<init>"));
    }

    private static Optional<Symptom> oneSite(WindowFacts facts) {
        Map<String, List<Place>> byMethod = facts.samples().allocations(Integer.MAX_VALUE).stream()
                .collect(Collectors.groupingBy(place -> Sites.of(place.stack()).orElse("")));
        byMethod.remove("");
        return byMethod.entrySet().stream()
                .max(Comparator.comparingLong(each -> weight(each.getValue())))
                .flatMap(most -> look(
                        facts,
                        most.getValue(),
                        "of what the steps allocate is allocated in " + most.getKey(),
                        "reuse it from step to step",
                        List.of(Advice.of(
                                "allocate once, before the loop, and write over it: Arrays.fill(buffer, 0)"))));
    }

    private static Optional<Symptom> look(
            WindowFacts facts, List<Place> places, String says, String nextStep, List<Advice> advice) {
        long all = facts.samples().allocatedBytes();
        if (facts.samples().allocationSize() < FEWEST_SAMPLES || all == 0 || places.isEmpty()) {
            return Optional.empty();
        }
        double part = (double) weight(places) / all;
        long pauses = Spans.nanos(facts.machine(), span -> EventMeaning.isCollectionPause(span.name()));
        Set<String> methods = places.stream()
                .flatMap(place -> Sites.of(place.stack()).stream())
                .collect(Collectors.toSet());
        long gain = Math.min(facts.stepNanos(), (long) (part * pauses) + Sites.nanosIn(facts, methods));
        if (facts.share(gain) < NEXT_TO_NOTHING) {
            return Optional.empty();
        }
        return Optional.of(new Symptom(
                part,
                percent(part) + " " + says + " (about "
                        + bytes((double) all * part / facts.steps().size()) + " a step)",
                nextStep,
                gain,
                places.stream()
                        .limit(SHOWN)
                        .map(place -> Proof.at("about " + bytes((double) place.weight()) + " allocated", place.stack()))
                        .toList(),
                advice));
    }

    private static long weight(List<Place> places) {
        return places.stream().mapToLong(Place::weight).sum();
    }
}
