package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.Figures.count;
import static io.stepprofiler.analysis.rules.Figures.percent;
import static io.stepprofiler.analysis.rules.Figures.time;
import static io.stepprofiler.analysis.window.Evidence.CLASS_LOADING;
import static io.stepprofiler.analysis.window.Evidence.COLLECTIONS;
import static io.stepprofiler.analysis.window.Evidence.COMPILATION;
import static io.stepprofiler.analysis.window.Evidence.SAFEPOINTS;
import static io.stepprofiler.analysis.window.Evidence.STEPS;

import io.stepprofiler.analysis.steps.ConcurrentCost;
import io.stepprofiler.analysis.steps.EventMeaning;
import io.stepprofiler.analysis.steps.StepBreakdown;
import io.stepprofiler.analysis.steps.Stretches;
import io.stepprofiler.analysis.steps.Stretches.Stretch;
import io.stepprofiler.analysis.window.ProgramFrames;
import io.stepprofiler.analysis.window.Span;
import io.stepprofiler.analysis.window.WindowFacts;
import io.stepprofiler.trace.Environment;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Rules about the virtual machine besides its collections. */
final class MachineRules {
    private static final int SHOWN = 3;
    private static final double LITTLE = 0.01;

    static final List<Rule> ALL = List.of(
            new Rule(
                    "vm-operations",
                    "Operations of the virtual machine",
                    Role.CAUSE,
                    Set.of(STEPS, SAFEPOINTS, COLLECTIONS),
                    new Thresholds(0.03, 0.05),
                    MachineRules::operations),
            new Rule(
                    "class-loading",
                    "Class loading in steps",
                    Role.CAUSE,
                    Set.of(STEPS, CLASS_LOADING),
                    new Thresholds(0.03, 0.1),
                    MachineRules::classLoading),
            new Rule(
                    "slow-safepoints",
                    "Slow to safepoint",
                    Role.CAUSE,
                    Set.of(STEPS, SAFEPOINTS),
                    new Thresholds(LITTLE, 0.05),
                    MachineRules::reachingSafepoints),
            new Rule(
                    "deoptimization",
                    "Deoptimization again and again",
                    Role.CAUSE,
                    Set.of(STEPS, COMPILATION),
                    new Thresholds(5, 20),
                    MachineRules::deoptimization),
            new Rule(
                    "code-cache-full",
                    "The code cache is full",
                    Role.REMARK,
                    Set.of(STEPS, COMPILATION),
                    new Thresholds(1, 1),
                    MachineRules::codeCacheFull));

    /** One that takes so long is worth knowing, however long the steps are. */
    private static final long LONG_NANOS = 10_000_000;

    private MachineRules() {}

    private static Stretches stretches(WindowFacts facts, Predicate<Span> which) {
        return Stretches.of(facts.machine().stream()
                .filter(which)
                .map(span -> new Stretch(span.startNanos(), span.startNanos() + span.nanos()))
                .toList());
    }

    private static Optional<Symptom> operations(WindowFacts facts) {
        Stretches collections = stretches(facts, span -> EventMeaning.isCollectionPause(span.name()));
        Predicate<Span> isOther = span -> EventMeaning.isOperation(span.name())
                && collections.nanosWithin(span.startNanos(), span.startNanos() + span.nanos()) == 0;
        long nanos = stretches(facts, isOther).nanos();
        return Optional.of(new Symptom(
                facts.share(nanos),
                "the virtual machine holds the step for " + percent(facts.share(nanos))
                        + " of its time, not for collections",
                "find who asks for it: thread dumps, heap inspection, agents",
                nanos,
                Spans.longest(facts.machine(), isOther),
                List.of(Advice.of("turn monitoring agents, thread dumps and heap histograms off while training"))));
    }

    private static Optional<Symptom> classLoading(WindowFacts facts) {
        long nanos = facts.steps().stream()
                .mapToLong(each -> each.concurrent().getOrDefault(ConcurrentCost.CLASS_LOADING, 0L))
                .sum();
        return Optional.of(new Symptom(
                facts.share(nanos),
                "classes are loaded for " + percent(facts.share(nanos)) + " of the time of the steps",
                "find what makes classes in each step, or warm up for longer",
                nanos,
                Spans.longest(facts.machine(), span -> span.name().startsWith("Class load")),
                List.of(
                        Advice.of("compile scripts and expressions once; keep proxies and class loaders"),
                        Advice.of("if it is the first use of the code: a longer wait in the schedule"))));
    }

    private static Optional<Symptom> reachingSafepoints(WindowFacts facts) {
        Predicate<Span> isReaching = span -> EventMeaning.isReachingSafepoint(span.name());
        long nanos = stretches(facts, isReaching).nanos();
        List<Span> longest = WindowFacts.longest(facts.machine(), isReaching, SHOWN);
        long most = longest.isEmpty() ? 0 : longest.get(0).nanos();
        return Optional.of(new Symptom(
                Math.max(facts.share(nanos), most >= LONG_NANOS ? LITTLE : 0),
                "the step stands still for " + percent(facts.share(nanos))
                        + " of its time until all threads have stopped, for " + time(most) + " at most",
                "find the thread that does not stop: -Xlog:safepoint*=debug tells which",
                nanos,
                longest.stream().map(Proof::of).toList(),
                List.of(
                        Advice.of("copy large arrays in parts of a megabyte on other threads; close native calls that"
                                + " hold arrays (GetPrimitiveArrayCritical) soon"),
                        new Advice(
                                "JVM",
                                "-XX:+UnlockDiagnosticVMOptions -XX:+SafepointTimeout -XX:SafepointTimeoutDelay=10"
                                        + " names the threads; -XX:+UseCountedLoopSafepoints for long loops, which"
                                        + " the parallel and the serial collector leave out"))));
    }

    /** Of the later half of the steps: what is given up once the program has warmed up comes back. */
    private static Optional<Symptom> deoptimization(WindowFacts facts) {
        List<StepBreakdown> later =
                facts.steps().subList(facts.steps().size() / 2, facts.steps().size());
        Set<Long> numbers = later.stream().map(each -> each.step().number()).collect(Collectors.toSet());
        Map<String, List<Span>> byMethod = facts.machine().stream()
                .filter(span -> EventMeaning.isDeoptimization(span.name()) && numbers.contains(span.step()))
                .filter(span -> !span.stack().isEmpty())
                .collect(Collectors.groupingBy(
                        span -> ProgramFrames.method(span.stack().get(0))));
        Optional<Map.Entry<String, List<Span>>> most = byMethod.entrySet().stream()
                .max(Comparator.comparingInt(each -> each.getValue().size()));
        return most.map(each -> {
            double perStep = (double) each.getValue().size() / later.size();
            return new Symptom(
                    perStep,
                    "compiled code of " + each.getKey() + " is given up " + count(perStep) + " times a step",
                    "keep what surprises the compiler out of " + each.getKey(),
                    Site.nanosIn(facts, Set.of(each.getKey())),
                    each.getValue().stream().limit(SHOWN).map(Proof::of).toList(),
                    List.of(
                            Advice.of("check before the call instead of catching what it throws; few types at a call;"
                                    + " no classes made in each step"),
                            new Advice(
                                    "JVM",
                                    "-Xlog:deoptimization=debug tells each reason; without -XX:-OmitStackTraceInFastThrow,"
                                            + " if that is set")));
        });
    }

    private static Optional<Symptom> codeCacheFull(WindowFacts facts) {
        Predicate<Span> isFull = span -> EventMeaning.isCodeCacheFull(span.name());
        long count = facts.machine().stream().filter(isFull).count();
        return Optional.of(new Symptom(
                (double) count,
                "there was no room for compiled code " + count + " times: what is not compiled is interpreted",
                "make the code cache larger",
                0,
                Spans.longest(facts.machine(), isFull),
                List.of(
                        Advice.of(
                                "make fewer classes while the program runs: expressions compiled once, no script a step"),
                        new Advice("JVM", "-XX:ReservedCodeCacheSize=" + largerCodeCache(facts)))));
    }

    private static String largerCodeCache(WindowFacts facts) {
        long mebibytes = Environment.of(facts.trace())
                .flatMap(environment -> Optional.ofNullable(environment.flags().get("ReservedCodeCacheSize")))
                .filter(bytes -> bytes.matches("\\d{1,15}"))
                .map(bytes -> (2 * Long.parseLong(bytes)) >> 20)
                .orElse(0L);
        return Math.max(256, mebibytes) + "m";
    }
}
