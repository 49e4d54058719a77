package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.number;
import static io.stepprofiler.amount.Amount.time;
import static io.stepprofiler.analysis.rules.Evidence.OPERATIONS;
import static io.stepprofiler.analysis.rules.Evidence.OPTIMIZER;
import static io.stepprofiler.analysis.rules.Evidence.SEVERAL_STEPS;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.steps.IntervalSet.Stretch;
import io.stepprofiler.analysis.window.StepCalls;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.frameworks.Fact;
import io.stepprofiler.frameworks.Frameworks;
import io.stepprofiler.frameworks.Problem;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rules about operations that are called in a loop, where one call could do for all. */
final class LoopRules {
    private static final int SHOWN = 3;
    private static final int NAMED = 4;

    /** Fewest equal sequences that count as a loop, as in PyTorch's own rule. */
    private static final int FEWEST_TURNS = 10;

    private static final int LONGEST_TURN = 16;

    /** Operations that index an array; repetitions without one may be equal layers. */
    private static final Set<String> INDEXING = Frameworks.names(Fact.INDEXES);

    private static final Set<String> READING = Frameworks.names(Fact.ELEMENTS);

    private static final List<Advice> READ_ONCE = Advice.about(
            Problem.ELEMENTS_READ,
            List.of(Advice.of("copy the whole array once before the loop, or replace the loop by one operation;"
                    + " a larger batch only makes the loop longer")));

    private static final List<Advice> ONE_OPERATION = Advice.about(
            Problem.ELEMENTS_PROCESSED,
            List.of(
                    Advice.of("one operation on the whole tensor instead of a loop over its rows: a.mul(b).sum(axes)"),
                    Advice.of("a fused layer (LSTM, GRU) instead of a cell that is called for each time step")));

    private static final int FEWEST_PARAMETERS = 8;
    private static final int FEWEST_A_PARAMETER = 3;
    private static final int MOST_A_PARAMETER = 64;
    private static final double MOST = 0.5;
    private static final long SHORT_NANOS = 20_000;

    static final List<Rule> ALL = List.of(
            new Rule(
                    "operation-loop",
                    "Loop of the same operations",
                    Role.CAUSE,
                    Set.of(SEVERAL_STEPS, OPERATIONS),
                    new Thresholds(0.02, 0.1),
                    LoopRules::operationLoop),
            new Rule(
                    "optimizer-per-parameter",
                    "Optimizer per parameter",
                    Role.CAUSE,
                    Set.of(SEVERAL_STEPS, OPERATIONS, OPTIMIZER),
                    new Thresholds(0.1, 0.25),
                    LoopRules::optimizerPerParameter));

    private LoopRules() {}

    /** Operations of one step that are called one after the other from one place, which may be a scope around steps. */
    private static Collection<List<Integer>> siblings(StepCalls calls) {
        return IntStream.range(0, calls.size())
                .filter(calls::isOutermost)
                .boxed()
                .collect(Collectors.groupingBy(
                        call -> List.of(calls.parent(call), calls.step(call)), LinkedHashMap::new, Collectors.toList()))
                .values();
    }

    private static int[] keys(List<Integer> group, IntUnaryOperator key) {
        return group.stream().mapToInt(call -> key.applyAsInt(call)).toArray();
    }

    /** Returns keys of the name and input shapes, without values: an index differs in each iteration. */
    private static IntUnaryOperator byShapes(StepCalls calls) {
        Map<String, Integer> numbers = new HashMap<>();
        Map<Long, Integer> known = new HashMap<>();
        return call -> known.computeIfAbsent(
                ((long) calls.nameId(call) << Integer.SIZE) + calls.signatureId(call),
                any -> numbers.computeIfAbsent(
                        calls.name(call) + calls.signature(call).inputDimsText(), text -> numbers.size()));
    }

    private static String sequence(StepCalls calls, List<Integer> turn) {
        Set<String> names = new LinkedHashSet<>();
        turn.forEach(call -> names.add(calls.name(call)));
        return names.stream().limit(NAMED).collect(Collectors.joining(", ")) + (names.size() > NAMED ? ", …" : "");
    }

    /**
     * A loop over elements in one step.
     *
     * @param turn operations of the first iteration
     * @param count number of iterations
     * @param last its last operation
     */
    private record ElementLoop(List<Integer> turn, int count, int last) {
        long startNanos(StepCalls calls) {
            return calls.startNanos(turn.get(0));
        }

        long nanos(StepCalls calls) {
            return calls.endNanos(last) - startNanos(calls);
        }
    }

    private static List<ElementLoop> elementLoops(StepCalls calls) {
        IntUnaryOperator key = byShapes(calls);
        List<ElementLoop> loops = new ArrayList<>();
        for (List<Integer> group : siblings(calls)) {
            for (Repetition loop : Repetition.in(keys(group, key), LONGEST_TURN, FEWEST_TURNS)) {
                List<Integer> turn = group.subList(loop.first(), loop.first() + loop.period());
                if (turn.stream().anyMatch(call -> INDEXING.contains(calls.operation(call)))) {
                    loops.add(new ElementLoop(turn, loop.count(), group.get(loop.end() - 1)));
                }
            }
        }
        return loops;
    }

    /** Returns the times of loops over elements on threads of steps. */
    static IntervalSet inElementLoops(WindowFacts facts) {
        StepCalls calls = facts.calls();
        return stretches(calls, elementLoops(calls));
    }

    private static IntervalSet stretches(StepCalls calls, List<ElementLoop> loops) {
        return IntervalSet.of(loops.stream()
                .map(loop -> new Stretch(loop.startNanos(calls), loop.startNanos(calls) + loop.nanos(calls)))
                .toList());
    }

    private static Optional<Symptom> operationLoop(WindowFacts facts) {
        StepCalls calls = facts.calls();
        List<ElementLoop> loops = elementLoops(calls);
        long nanos = 0;
        long gain = 0;
        long turns = 0;
        Site.Sum called = new Site.Sum();
        Map<String, Long> turnsOf = new HashMap<>();
        Map<String, Proof> longest = new HashMap<>();
        for (ElementLoop loop : loops) {
            long took = loop.nanos(calls);
            int first = loop.turn.get(0);
            nanos += took;
            gain += took / loop.count * (loop.count - 1);
            turns += loop.count;
            called.add(calls.stack(first), took);
            String turn = sequence(calls, loop.turn) + " in " + calls.place(first);
            turnsOf.merge(turn, (long) loop.count, Long::sum);
            Proof proof = Proof.at(turn, calls.step(first), calls.startNanos(first), took, calls.stack(first));
            longest.merge(turn, proof, (one, other) -> other.nanos() > one.nanos() ? other : one);
        }
        boolean isReading = loops.stream()
                .allMatch(loop -> loop.turn.stream().allMatch(call -> READING.contains(calls.operation(call))));
        Optional<Site> site = called.most().or(() -> Site.running(facts, stretches(calls, loops)::contains));
        Figure figure = facts.ofStep(nanos);
        return Optional.of(new Symptom(
                figure,
                figure.text() + " " + (isReading ? "reads" : "processes")
                        + " elements one by one, "
                        + number((double) turns / facts.steps().size()) + " a step"
                        + site.map(each -> ", in " + each.text()).orElse(""),
                isReading ? "read the whole array once, before the loop" : "process all elements with one operation",
                gain,
                longest.values().stream()
                        .sorted(Comparator.comparingLong(Proof::nanos).reversed())
                        .limit(SHOWN)
                        .map(proof -> ofAll(facts, proof, turnsOf.getOrDefault(proof.text(), 0L)))
                        .toList(),
                isReading ? READ_ONCE : ONE_OPERATION));
    }

    /** Describes all loops like the given one; adds the call stack of a sample of that time if it has none. */
    private static Proof ofAll(WindowFacts facts, Proof proof, long turns) {
        String text =
                number((double) turns / facts.steps().size()) + " times a step " + proof.text() + "; the longest loop";
        Proof all = new Proof(text, proof.step(), proof.startNanos(), proof.nanos(), proof.stack());
        long end = proof.startNanos() + proof.nanos();
        return !proof.stack().isEmpty()
                ? all
                : facts.samples().places(nanos -> nanos >= proof.startNanos() && nanos < end, 1).stream()
                        .findFirst()
                        .map(place -> Proof.at(text, proof.step(), proof.startNanos(), proof.nanos(), place.stack()))
                        .orElse(all);
    }

    private static Optional<Symptom> optimizerPerParameter(WindowFacts facts) {
        StepCalls calls = facts.calls();
        Map<Integer, List<Integer>> updates = new TreeMap<>();
        for (int call = 0; call < calls.size(); call++) {
            if (calls.isOutermost(call)) {
                int update = update(calls, facts, call);
                if (update != StepCalls.NONE) {
                    updates.computeIfAbsent(update, any -> new ArrayList<>()).add(call);
                }
            }
        }
        long nanos = 0;
        List<Proof> proofs = new ArrayList<>();
        List<Integer> all = new ArrayList<>();
        for (Map.Entry<Integer, List<Integer>> each : updates.entrySet()) {
            int update = each.getKey();
            List<Integer> group = each.getValue();
            Optional<Repetition> perParameter =
                    Repetition.in(keys(group, calls::nameId), MOST_A_PARAMETER, FEWEST_PARAMETERS).stream()
                            .filter(one -> one.period() >= FEWEST_A_PARAMETER)
                            .max(Comparator.comparingInt(one -> one.period() * one.count()));
            if (perParameter.isPresent()
                    && perParameter.get().period() * perParameter.get().count() >= MOST * group.size()) {
                Repetition loop = perParameter.get();
                nanos += calls.nanos(update);
                all.addAll(group);
                proofs.add(Proof.at(
                        calls.name(update) + ": " + Amount.count(group.size(), "operation") + ", " + loop.count()
                                + " times the same "
                                + loop.period() + " ("
                                + sequence(calls, group.subList(loop.first(), loop.first() + loop.period()))
                                + ")",
                        calls.step(update),
                        calls.startNanos(update),
                        calls.nanos(update),
                        calls.stack(update)));
            }
        }
        long median = Quantiles.median(all.stream().mapToLong(calls::nanos));
        if (proofs.isEmpty() || median >= SHORT_NANOS) {
            return Optional.empty();
        }
        proofs.sort(Comparator.comparingLong(Proof::nanos).reversed());
        Figure figure = facts.ofStep(nanos);
        return Optional.of(new Symptom(
                figure,
                "the optimizer takes " + figure.text() + " for "
                        + number((double) all.size() / facts.steps().size()) + " operations, one parameter after the"
                        + " other, half of them shorter than " + time(median)
                        + Site.in(Site.ofStacks(all.stream().map(calls::stack).toList())),
                "update all parameters together",
                nanos,
                proofs.subList(0, Math.min(SHOWN, proofs.size())),
                Advice.about(
                        Problem.PARAMETERS_SINGLE,
                        List.of(),
                        Advice.of("add up the gradients of several batches, and update less often"))));
    }

    /** Returns the innermost update of parameters around a call, or {@link StepCalls#NONE}. */
    static int update(StepCalls calls, WindowFacts facts, int call) {
        int around = calls.parent(call);
        while (around != StepCalls.NONE && !isOptimizer(facts.trace(), calls.nameId(around))) {
            around = calls.parent(around);
        }
        return around;
    }

    private static boolean isOptimizer(Trace trace, int name) {
        return trace.kind(name) == EventKind.SCOPE && Frameworks.isOptimizer(trace.name(name));
    }
}
