package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.analysis.rules.Evidence.COLLECTIONS;
import static io.stepprofiler.analysis.rules.Evidence.SEVERAL_STEPS;
import static io.stepprofiler.analysis.rules.Evidence.STEPS;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.steps.EventMeaning;
import io.stepprofiler.analysis.window.GarbageCollection;
import io.stepprofiler.analysis.window.Span;
import io.stepprofiler.analysis.window.StepSamples.Place;
import io.stepprofiler.frameworks.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Rules about garbage collections. */
final class CollectionRules {
    private static final int SHOWN = 3;
    private static final Set<io.stepprofiler.analysis.rules.Evidence> NEEDS = Set.of(STEPS, COLLECTIONS);
    private static final Advice REUSE = AllocatedObjects.OTHERS.advice();

    /** Names of operations of the virtual machine that collect garbage. */
    private static final Pattern OPERATION =
            Pattern.compile("VM operation \\((G1|Gen|Parallel|Serial|Shenandoah|Z|X).*");

    static final List<Rule> ALL = List.of(
            new Rule(
                    "system-gc",
                    "System.gc() is called",
                    Role.CAUSE,
                    NEEDS,
                    new Thresholds(Thresholds.ANY, 0.5),
                    CollectionRules::systemGc),
            new Rule(
                    "humongous-allocation",
                    "Humongous allocations",
                    Role.CAUSE,
                    Set.of(SEVERAL_STEPS, COLLECTIONS),
                    new Thresholds(Thresholds.ANY, 1),
                    CollectionRules::humongous),
            new Rule(
                    "full-collection",
                    "Full collections",
                    Role.CAUSE,
                    NEEDS,
                    new Thresholds(Thresholds.ANY, 1),
                    CollectionRules::full),
            new Rule(
                    "gc-pauses",
                    "Collection pauses",
                    Role.CAUSE,
                    NEEDS,
                    new Thresholds(0.05, 0.1),
                    CollectionRules::pauses));

    private CollectionRules() {}

    private static List<GarbageCollection> collections(WindowFacts facts, Predicate<GarbageCollection> which) {
        return facts.collections().stream().filter(which).toList();
    }

    /** Total pause of the given collections in steps, in nanoseconds. */
    private static long pauses(List<GarbageCollection> of) {
        return of.stream()
                .filter(GarbageCollection::isInStep)
                .mapToLong(GarbageCollection::pauseNanos)
                .sum();
    }

    private static List<Proof> proofs(List<GarbageCollection> of) {
        return of.stream()
                .sorted(Comparator.comparingLong(GarbageCollection::pauseNanos).reversed())
                .limit(SHOWN)
                .map(each -> new Proof(
                        each.collector() + " (" + each.cause() + ")",
                        each.step(),
                        each.startNanos(),
                        each.pauseNanos(),
                        List.of()))
                .toList();
    }

    private static Optional<Symptom> systemGc(WindowFacts facts) {
        List<GarbageCollection> called = collections(facts, each -> each.cause().equals("System.gc()"));
        Predicate<Span> isCall = span -> EventMeaning.isSystemGc(span.name());
        Optional<Site> caller =
                Site.ofSpans(facts.waits().stream().filter(isCall).toList());
        List<Proof> proofs = new ArrayList<>(Spans.longest(facts.waits(), isCall));
        proofs.addAll(proofs(called));
        Figure figure = Figure.share(
                (double) called.size() / Math.max(1, facts.collections().size()),
                Amount.count(facts.collections().size(), "collection"));
        return Optional.of(new Symptom(
                figure,
                figure.text() + (called.size() == 1 ? " is a call" : " are calls")
                        + " of System.gc() and pause the step for "
                        + share(facts.share(pauses(called)), "its time")
                        + caller.map(site -> ", called in " + site.text()).orElse(""),
                caller.map(site -> "remove the call from " + site.method())
                        .orElse("find the caller and remove the call"),
                pauses(called),
                proofs,
                Advice.about(
                        Problem.COLLECTIONS_CALLED,
                        List.of(),
                        new Advice("JVM", "-XX:+DisableExplicitGC, if nothing needs the calls"))));
    }

    private static Optional<Symptom> humongous(WindowFacts facts) {
        List<GarbageCollection> caused = collections(facts, each -> each.cause().equals("G1 Humongous Allocation"));
        double perStep = (double) caused.size() / facts.steps().size();
        List<Proof> proofs = new ArrayList<>(proofs(caused));
        proofs.addAll(allocationSites(facts));
        Figure figure = Figure.count(perStep, "collections a step");
        return Optional.of(new Symptom(
                figure,
                figure.text() + " are caused by arrays of half a region of the heap or more"
                        + mostAllocated(Site.of(facts.otherThreads().allocations())),
                "keep the large arrays from step to step",
                pauses(caused),
                proofs,
                List.of(
                        REUSE,
                        Advice.of("hold batches in direct buffers or native tensors"),
                        new Advice("JVM", "-XX:G1HeapRegionSize=32m"))));
    }

    private static Optional<Symptom> full(WindowFacts facts) {
        List<GarbageCollection> full = collections(facts, GarbageCollection::isFull);
        long inSteps = full.stream().filter(GarbageCollection::isInStep).count();
        // A full collection outside steps is worth knowing; one in a step delays training.
        double measure = inSteps > 0 ? inSteps : full.isEmpty() ? 0 : Thresholds.ANY;
        Figure figure = new Figure(measure, Amount.count(full.size(), "full collection"));
        return Optional.of(new Symptom(
                figure,
                figure.text() + ", " + inSteps
                        + " in steps, " + (full.size() == 1 ? "takes " : "take ")
                        + share(facts.share(pauses(full)), "the step time"),
                "see what causes them: a call, large arrays, a small heap, or a leak",
                pauses(full),
                proofs(full),
                Stream.concat(HeapAdvice.larger(facts).stream(), Stream.of(REUSE))
                        .toList()));
    }

    private static Optional<Symptom> pauses(WindowFacts facts) {
        Predicate<Span> isPause = span -> EventMeaning.isCollectionPause(span.name());
        // The operation of the virtual machine encloses the pause that the collector reports, and may be much longer.
        long nanos = Spans.times(
                        facts.machine(),
                        isPause.or(span -> OPERATION.matcher(span.name()).matches()))
                .nanos();
        List<Place> allocations = facts.otherThreads().allocations();
        Optional<Site> site = Site.of(allocations);
        Optional<AllocatedObjects> objects = site.map(each -> AllocatedObjects.of(each, allocations));
        List<Proof> proofs = new ArrayList<>(Spans.longest(facts.machine(), isPause));
        proofs.addAll(allocationSites(facts));
        Figure figure = facts.ofStep(nanos);
        return Optional.of(new Symptom(
                figure,
                "collections pause the training for " + figure.text() + mostAllocated(site)
                        + objects.map(AllocatedObjects::mostly).orElse(""),
                site.map(each -> objects.orElseThrow().nextStep(each)).orElse("allocate less in a step"),
                nanos,
                proofs,
                Advice.about(
                        Problem.COLLECTIONS_PAUSE,
                        List.of(objects.map(AllocatedObjects::advice).orElse(REUSE)),
                        HeapAdvice.all(facts).toArray(Advice[]::new))));
    }

    /** Names the method that allocates most on any thread, since every thread's allocations cause collections. */
    private static String mostAllocated(Optional<Site> site) {
        return site.map(each -> "; " + share(each.part()) + " of the allocated bytes come from " + each.whole())
                .orElse("");
    }

    private static List<Proof> allocationSites(WindowFacts facts) {
        return facts.samples().allocations(Integer.MAX_VALUE).stream()
                .filter(place -> place.count() >= RunningCode.FEWEST && place.weight() > 0)
                .limit(SHOWN)
                .map(place -> Proof.at("about " + Amount.bytes((double) place.weight()) + " allocated", place.stack()))
                .toList();
    }
}
