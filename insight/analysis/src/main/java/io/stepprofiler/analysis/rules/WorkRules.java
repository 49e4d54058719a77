package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.number;
import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.amount.Amount.time;
import static io.stepprofiler.analysis.rules.Evidence.MACHINE_LOAD;
import static io.stepprofiler.analysis.rules.Evidence.MEMORY;
import static io.stepprofiler.analysis.rules.Evidence.PROCESSOR_TIME;
import static io.stepprofiler.analysis.rules.Evidence.SAMPLES;
import static io.stepprofiler.analysis.rules.Evidence.SEVERAL_STEPS;
import static io.stepprofiler.analysis.rules.Evidence.STEPS;
import static io.stepprofiler.analysis.rules.Evidence.WAITS;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.memory.LeakReport;
import io.stepprofiler.analysis.memory.LeakReport.RetainedMemory;
import io.stepprofiler.analysis.memory.LeakReport.Retention;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.window.SampledPhases;
import io.stepprofiler.analysis.window.StepSamples.Place;
import io.stepprofiler.averages.GroupKey;
import io.stepprofiler.averages.KeyAverage;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.frameworks.Problem;
import io.stepprofiler.frameworks.PyTorch;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Rules about the computation and the memory of a step. */
final class WorkRules {
    private static final int SHOWN = 3;
    private static final int MANY_OPERATIONS = 1000;
    private static final double ALMOST_ALL = 0.9;
    private static final double NOT_NOTHING = 0.05;
    private static final double MOST = 0.5;
    private static final double WORTH_A_LOOK = 0.1;

    /** Smallest part of the step for which "not running" is reported. */
    private static final double NOT_RUNNING = 0.2;

    /** Part of the processors from which on other programs delay a thread noticeably. */
    private static final double LOADED = 0.2;

    static final List<Rule> ALL = List.of(
            new Rule(
                    "small-operations",
                    "Very many small operations",
                    Role.CAUSE,
                    Set.of(STEPS),
                    new Thresholds(0.15, 0.3),
                    WorkRules::smallOperations),
            new Rule(
                    "memory-grows",
                    "Memory grows",
                    Role.CAUSE,
                    Set.of(SEVERAL_STEPS, MEMORY),
                    new Thresholds(Thresholds.ANY, 0.01),
                    WorkRules::memoryGrows),
            new Rule(
                    "unaccounted",
                    "Unaccounted time",
                    Role.SYMPTOM,
                    Set.of(STEPS),
                    new Thresholds(WORTH_A_LOOK, 0.2),
                    WorkRules::unaccounted),
            new Rule(
                    "compute-bound",
                    "Compute-bound",
                    Role.GOOD,
                    Set.of(STEPS),
                    new Thresholds(ALMOST_ALL, Double.POSITIVE_INFINITY),
                    WorkRules::computeBound),
            new Rule(
                    "not-running",
                    "Not running",
                    Role.SYMPTOM,
                    Set.of(STEPS, PROCESSOR_TIME),
                    new Thresholds(NOT_RUNNING, MOST),
                    WorkRules::notRunning));

    private WorkRules() {}

    /**
     * Finds operations so short that their overhead takes longer: the time between consecutive ones counts. Another
     * rule is about loops over elements.
     */
    private static Optional<Symptom> smallOperations(WindowFacts facts) {
        List<KeyAverage> rows = facts.averages().rows().stream()
                .filter(row -> !row.isOnDevice()
                        && SmallOperations.KINDS.contains(row.key().kind())
                        && row.key().row() == GroupKey.Row.EVENTS
                        && row.p50Nanos() < SmallOperations.MAX_NANOS)
                .sorted(Comparator.comparingLong(KeyAverage::count).reversed())
                .toList();
        int steps = facts.steps().size();
        if (rows.stream().mapToLong(KeyAverage::count).sum() < (long) MANY_OPERATIONS * steps) {
            return Optional.empty();
        }
        SmallOperations small = SmallOperations.of(facts);
        double perStep = (double) small.count() / steps;
        if (perStep < MANY_OPERATIONS) {
            return Optional.empty();
        }
        Figure figure = facts.ofStep(small.gapNanos());
        return Optional.of(new Symptom(
                figure,
                number(perStep) + " operations a step take less than " + time(SmallOperations.MAX_NANOS) + " each, and "
                        + figure.text() + " passes between them"
                        + Site.in(Site.running(facts, small.together()::contains)),
                "do more per operation: fuse operations, or use larger batches",
                small.gapNanos(),
                rows.stream()
                        .limit(SHOWN)
                        .map(row -> new Proof(
                                row.name() + ", " + row.count() + " times, median " + time(row.p50Nanos()),
                                -1,
                                0,
                                row.selfNanos(),
                                List.of()))
                        .toList(),
                Advice.about(Problem.OPERATIONS_SMALL, List.of(Advice.of("a larger batch size")))));
    }

    private static Optional<Symptom> memoryGrows(WindowFacts facts) {
        LeakReport leaks = LeakReport.of(facts.trace());
        List<RetainedMemory> growing = leaks.retained().stream()
                .filter(each -> each.retention() == Retention.GROWS && each.stepsGrown() >= leaks.stepsOver())
                .toList();
        double bytesPerStep =
                growing.stream().mapToDouble(RetainedMemory::bytesPerStep).sum();
        MemoryEvents memory = facts.trace().memory();
        long allocated = IntStream.range(0, memory.size())
                .filter(event -> memory.action(event) == MemoryAction.ALLOCATE)
                .mapToLong(memory::bytes)
                .sum();
        Figure figure = Figure.share(bytesPerStep * leaks.stepsOver() / Math.max(1, allocated), "the allocated bytes");
        return Optional.of(new Symptom(
                figure,
                "memory grows by " + Amount.bytes(bytesPerStep) + " with each step, by " + figure.text()
                        + " in all, and nothing frees it",
                "close what the step allocates",
                0,
                growing.stream()
                        .limit(SHOWN)
                        .map(each ->
                                Proof.at(Amount.bytes(each.bytesPerStep()) + " a step in " + each.path(), each.stack()))
                        .toList(),
                Advice.about(Problem.TENSORS_KEPT, List.of())));
    }

    private static Optional<Symptom> unaccounted(WindowFacts facts) {
        long nanos = unknown(facts);
        Figure figure = facts.ofStep(nanos);
        Optional<AllocatingCode> allocating = AllocatingCode.inUnaccountedTime(facts);
        return Optional.of(new Symptom(
                figure,
                figure.text() + " is in no " + searched(facts) + meanwhile(facts, nanos)
                        + allocating.map(AllocatingCode::text).orElse(""),
                allocating.map(AllocatingCode::nextStep).orElseGet(() -> "give this code a name: " + naming(facts)),
                facts.deviceSteps().isEmpty() ? nanos : Math.min(nanos, facts.whileIdle(StepCategory.UNACCOUNTED)),
                List.of(),
                Advice.about(
                        Problem.CODE_UNNAMED,
                        List.of(
                                new Advice(
                                        Advice.API,
                                        "try (Scope ignored = Scope.open(\"metrics\")) { ... } around code without a name"),
                                new Advice(
                                        Advice.API, "source(FlightRecorderSource.create()) shows waits and samples")),
                        new Advice(Advice.AGENT, "methods=com.acme.Metrics.* makes scopes of methods"),
                        new Advice(Advice.AGENT, "jvm=flight shows waits and samples"))));
    }

    /** Names the evidence that covers no unaccounted time; what was not measured is not named. */
    private static String searched(WindowFacts facts) {
        List<String> kinds = new ArrayList<>(List.of("scope", "operation"));
        if (facts.evidence().contains(WAITS)) {
            kinds.add("wait");
        }
        if (facts.evidence().contains(SAMPLES)) {
            kinds.add("sample");
        }
        String last = kinds.remove(kinds.size() - 1);
        String missing = facts.missing(EnumSet.of(WAITS, SAMPLES));
        return String.join(", ", kinds) + " or " + last + (missing.isEmpty() ? "" : "; " + missing);
    }

    /** Names another thread that the steps may have waited for, if their own threads mostly did not run. */
    private static String meanwhile(WindowFacts facts, long nanos) {
        if (facts.share(nanos) < WORTH_A_LOOK
                || (facts.evidence().contains(PROCESSOR_TIME)
                        && facts.share(ProcessorLoad.runningNanos(facts)) >= MOST * notWaiting(facts))) {
            return "";
        }
        IntervalSet unaccounted = facts.unaccounted();
        return facts.otherThreads()
                .busiest(unaccounted)
                .filter(busy -> busy.nanos() >= MOST * unaccounted.nanos())
                .map(busy -> "; meanwhile " + busy.thread() + " is in scopes or operations for "
                        + share((double) busy.nanos() / unaccounted.nanos(), "that") + ", in " + busy.event()
                        + " for " + share((double) busy.eventNanos() / unaccounted.nanos(), "it"))
                .orElse("");
    }

    private static String naming(WindowFacts facts) {
        return switch (facts.program()) {
            case TORCH -> PyTorch.NAMED_CODE + "...\")";
            case OTHER -> "with the annotations of the profiler that recorded it";
            case JVM ->
                facts.origin().isOfAgent()
                        ? "methods=class.method of the agent"
                        : "try (Scope s = Scope.open(\"...\"))";
        };
    }

    /**
     * Returns a lower bound of the time without a name or a cause. Few samples are imprecise, by two standard
     * deviations, and a thread does not run while other programs have its processor.
     */
    private static long unknown(WindowFacts facts) {
        SampledPhases sampled = facts.sampledPhases();
        ProcessorLoad load = facts.load();
        long rest = facts.nanos(StepCategory.UNACCOUNTED) + sampled.dividedNanos() - sampled.nanos();
        long imprecise = (long)
                (2 * sampled.nanos() / Math.sqrt(Math.max(1, facts.samples().size())));
        return Math.max(0, rest - imprecise - (load.partOfOthers() < LOADED ? 0 : load.deprivedNanos()));
    }

    private static Optional<Symptom> computeBound(WindowFacts facts) {
        if (!facts.deviceSteps().isEmpty()) {
            // A thread that launches operations of a device computes nothing itself.
            return Optional.empty();
        }
        if (facts.evidence().contains(WAITS)
                ? isMostlyIdle(facts)
                : idleNanos(facts) >= facts.stepNanos() * NOT_RUNNING) {
            // The thread may wait without a record.
            return Optional.empty();
        }
        boolean isHeldUp = EnumSet.allOf(StepCategory.class).stream()
                .anyMatch(each -> !each.isRunning() && facts.share(facts.nanos(each)) >= NOT_NOTHING);
        if (isHeldUp) {
            return Optional.empty();
        }
        Map<String, Long> phases = new HashMap<>();
        facts.steps().forEach(step -> step.phases().forEach((name, nanos) -> phases.merge(name, nanos, Long::sum)));
        // On a busy machine, phases contain waits for a processor.
        Figure figure = facts.isDisturbed()
                ? facts.ofRunning(ProcessorLoad.runningNanos(facts))
                : facts.ofStep(facts.nanos(StepCategory.PHASE)
                        + facts.sampledPhases().nanos()
                        - facts.sampledPhases().dividedNanos());
        long all = phases.values().stream().mapToLong(Long::longValue).sum();
        Optional<Map.Entry<String, Long>> most = phases.entrySet().stream().max(Map.Entry.comparingByValue());
        IntervalSet scopes = scopes(facts, most.map(Map.Entry::getKey).orElse(""));
        boolean isWhole = scopes.size() == 0;
        List<Place> places = facts.samples().places(isWhole ? nanos -> true : scopes::contains, Integer.MAX_VALUE);
        long samples = RunningCode.count(places);
        Optional<Site> site = Site.of(places).filter(any -> samples >= RunningCode.ENOUGH);
        LongestOperations operations = LongestOperations.of(facts);
        return Optional.of(new Symptom(
                figure,
                figure.text() + " " + (facts.isDisturbed() ? "computes" : doing(facts))
                        + most.map(phase ->
                                        (phase.getValue() > MOST * all ? ", most of it in " : ", the longest phase is ")
                                                + phase.getKey() + " ("
                                                + share(facts.share(phase.getValue()), "the step") + ")")
                                .orElse("")
                        + where(isWhole, samples, site)
                        + operations.text(),
                operations
                        .nextStep()
                        .or(() -> site.map(each -> "make " + each.method() + " cheaper"))
                        .orElse("look at the code that runs in steps"),
                0,
                RunningCode.certain(places)
                        .limit(SHOWN)
                        .map(place -> Proof.at(place.count() + " of " + Amount.count(samples, "sample"), place.stack()))
                        .toList(),
                List.of(Advice.of("a cheaper algorithm, lower precision, or a larger batch"))));
    }

    /** Names the method with the most samples in the scopes of a phase, or in whole steps. */
    private static String where(boolean isWhole, long samples, Optional<Site> most) {
        if (samples < RunningCode.ENOUGH) {
            return isWhole && samples > 0 ? "; too few samples (" + samples + ") to name a method" : "";
        }
        return most.map(site ->
                        "; " + share(site.part(), isWhole ? "the samples" : "its samples") + " are in " + site.whole())
                .orElse("");
    }

    /** Returns the times of the scopes of a name on threads. */
    private static IntervalSet scopes(WindowFacts facts, String name) {
        BitSet ids = new BitSet();
        IntStream.range(0, facts.trace().nameCount())
                .filter(id -> facts.trace().name(id).equals(name))
                .forEach(ids::set);
        return IntervalSet.of(facts.trace().tracks().stream()
                .filter(Track::isThread)
                .flatMap(track -> IntStream.range(0, track.size())
                        .filter(event -> ids.get(track.nameId(event)))
                        .mapToObj(event -> new IntervalSet.Stretch(
                                track.startNanos(event), track.startNanos(event) + track.durationNanos(event))))
                .toList());
    }

    /** Describes phases without waits as precisely as the recorded evidence allows. */
    private static String doing(WindowFacts facts) {
        return facts.evidence().contains(WAITS) || facts.evidence().contains(PROCESSOR_TIME)
                ? "computes"
                : "computes or waits (not recorded separately)";
    }

    /**
     * Finds time for which the threads of steps neither run nor are in a recorded wait; if waits were recorded, only if
     * it is most of the time. Time in which other programs may have had the processor counts for them.
     */
    private static Optional<Symptom> notRunning(WindowFacts facts) {
        EvidenceState waits = facts.state(WAITS);
        ProcessorLoad load = facts.load();
        if (load.partOfOthers() >= LOADED || (waits.isMeasured() && !isMostlyIdle(facts))) {
            return Optional.empty();
        }
        long nanos = idleNanos(facts);
        Figure figure = facts.ofStep(nanos);
        String unknown = facts.evidence().contains(MACHINE_LOAD) ? "waits are" : "waits and machine load are";
        return Optional.of(new Symptom(
                figure,
                (waits.isMeasured()
                                ? "its thread neither runs nor is in a recorded wait for " + figure.text()
                                        + Site.in(Site.running(facts, any -> true))
                                : "its thread does not run for " + figure.text() + "; " + unknown + " not recorded")
                        + meanwhile(facts, nanos),
                waits.isMeasured()
                        ? "look at what it waits for outside of Java: files, memory, native threads"
                        : waits.remedy().isEmpty()
                                ? "look at what it waits for"
                                : "record its waits: " + waits.remedy(),
                nanos,
                List.of(),
                List.of(Advice.of(
                        waits.isMeasured()
                                ? "perf trace -s -p <pid> shows the calls to the kernel; top -H -p <pid> the threads"
                                : "the recording of waits tells sleeps, locks, files and other threads apart"))));
    }

    /** True if the threads of steps do not run for most of the time outside of known waits. */
    private static boolean isMostlyIdle(WindowFacts facts) {
        return !facts.isDisturbed() && facts.share(idleNanos(facts)) > (1 - MOST) * notWaiting(facts);
    }

    /** Time of the steps outside of known waits for which their threads do not run; 0 without processor times. */
    private static long idleNanos(WindowFacts facts) {
        return Math.max(
                0,
                facts.nanos(StepCategory.PHASE)
                        + facts.nanos(StepCategory.UNACCOUNTED)
                        - ProcessorLoad.runningNanos(facts));
    }

    /** Part of the step time in which the threads of steps are in no known wait. */
    private static double notWaiting(WindowFacts facts) {
        return facts.share(facts.nanos(StepCategory.PHASE) + facts.nanos(StepCategory.UNACCOUNTED));
    }
}
