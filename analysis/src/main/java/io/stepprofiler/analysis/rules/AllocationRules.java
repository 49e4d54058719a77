package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.Figures.bytes;
import static io.stepprofiler.analysis.rules.Figures.percent;
import static io.stepprofiler.analysis.window.Evidence.ALLOCATION_SAMPLES;
import static io.stepprofiler.analysis.window.Evidence.COLLECTIONS;
import static io.stepprofiler.analysis.window.Evidence.SAMPLES;
import static io.stepprofiler.analysis.window.Evidence.STEPS;

import io.stepprofiler.analysis.steps.EventMeaning;
import io.stepprofiler.analysis.window.Evidence;
import io.stepprofiler.analysis.window.Loader;
import io.stepprofiler.analysis.window.ProgramFrames;
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

    /** What a core clears of memory, which is what a bump of a pointer costs besides: ten gigabytes a second, about. */
    private static final long BYTES_A_NANO = 10;

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
                Allocator.ofSteps(facts),
                boxing,
                "are boxes of numbers" + Site.in(Site.of(boxing)),
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

    /**
     * Whose allocations are looked at.
     *
     * @param what it does, for a sentence
     * @param places where it allocates
     * @param mostNanos for how long steps could be held up by it at most
     * @param isOfLoader whether steps wait for it: that rule counts what could be gained
     */
    private record Allocator(String what, List<Place> places, long mostNanos, boolean isOfLoader) {
        static Allocator ofSteps(WindowFacts facts) {
            return new Allocator(
                    "the steps allocate", facts.samples().allocations(Integer.MAX_VALUE), facts.stepNanos(), false);
        }

        static Optional<Allocator> ofLoader(WindowFacts facts) {
            return Loader.of(facts)
                    .flatMap(loader -> loader.thread()
                            .map(thread -> new Allocator(
                                    "thread '" + thread.name() + "' allocates, for which the step waits,",
                                    facts.otherThreads().allocationsOf(thread.id()),
                                    loader.runningNanos(),
                                    true)));
        }
    }

    /** Of the threads of steps; else of one that they wait for. */
    private static Optional<Symptom> oneSite(WindowFacts facts) {
        return oneSite(facts, Allocator.ofSteps(facts))
                .or(() -> Allocator.ofLoader(facts).flatMap(loader -> oneSite(facts, loader)));
    }

    private static Optional<Symptom> oneSite(WindowFacts facts, Allocator allocator) {
        Map<String, List<Place>> byMethod = allocator.places.stream()
                .collect(Collectors.groupingBy(place -> ProgramFrames.of(place.stack())
                        .map(ProgramFrames::method)
                        .orElse("")));
        byMethod.remove("");
        return byMethod.values().stream()
                .max(Comparator.comparingLong(AllocationRules::weight))
                .flatMap(most -> look(
                        facts,
                        allocator,
                        most,
                        "is allocated" + Site.in(Site.of(most)),
                        "reuse it from step to step",
                        List.of(Advice.of(
                                "allocate once, before the loop, and write over it: Arrays.fill(buffer, 0)"))));
    }

    private static Optional<Symptom> look(
            WindowFacts facts,
            Allocator allocator,
            List<Place> places,
            String says,
            String nextStep,
            List<Advice> advice) {
        long all = weight(allocator.places);
        long samples = allocator.places.stream().mapToLong(Place::count).sum();
        if (samples < FEWEST_SAMPLES || all == 0 || places.isEmpty()) {
            return Optional.empty();
        }
        double part = (double) weight(places) / all;
        long gain = Math.min(allocator.mostNanos, gain(facts, places));
        if (facts.share(gain) < NEXT_TO_NOTHING) {
            return Optional.empty();
        }
        return Optional.of(new Symptom(
                part,
                percent(part) + " of what " + allocator.what + " " + says + " (about "
                        + bytes((double) weight(places) / facts.steps().size()) + " a step)",
                nextStep,
                allocator.isOfLoader ? 0 : gain,
                places.stream()
                        .limit(SHOWN)
                        .map(place -> Proof.at("about " + bytes((double) place.weight()) + " allocated", place.stack()))
                        .toList(),
                advice));
    }

    /**
     * What allocating at some places can cost at most: their part of the pauses of collections, by all that is
     * allocated on any thread, and the time to take the memory and clear it.
     */
    private static long gain(WindowFacts facts, List<Place> places) {
        long pauses = Spans.nanos(facts.machine(), span -> EventMeaning.isCollectionPause(span.name()));
        long everywhere = weight(facts.otherThreads().allocations());
        double part = everywhere == 0 ? 0 : Math.min(1, (double) weight(places) / everywhere);
        return (long) (part * pauses) + weight(places) / BYTES_A_NANO;
    }

    private static long weight(List<Place> places) {
        return places.stream().mapToLong(Place::weight).sum();
    }
}
