package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.number;
import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.analysis.rules.Evidence.OPERATIONS;
import static io.stepprofiler.analysis.rules.Evidence.STEPS;

import io.stepprofiler.analysis.window.StepCalls;
import io.stepprofiler.frameworks.Fact;
import io.stepprofiler.frameworks.Frameworks;
import io.stepprofiler.frameworks.Problem;
import io.stepprofiler.frameworks.PyTorch;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;

/** Rules about single operations that a step could do without. */
final class OperationRules {
    private static final int MANY_READS = 10;
    private static final double MUCH_READING = 0.05;

    static final List<Rule> ALL = List.of(
            new Rule(
                    "gradients-zeroed",
                    "Gradients zeroed one by one",
                    Role.CAUSE,
                    Set.of(STEPS, OPERATIONS),
                    new Thresholds(0.02, 0.1),
                    OperationRules::gradientsZeroed),
            new Rule(
                    "copies",
                    "Copies and conversions",
                    Role.CAUSE,
                    Set.of(STEPS, OPERATIONS),
                    new Thresholds(0.1, 0.3),
                    OperationRules::copies),
            new Rule(
                    "values-read-back",
                    "Values are read back",
                    Role.CAUSE,
                    Set.of(STEPS, OPERATIONS),
                    new Thresholds(Thresholds.ANY, MUCH_READING),
                    OperationRules::valuesReadBack));

    private OperationRules() {}

    /** Returns the matching operations that are not inside another matching one. */
    private static CallGroups outermost(WindowFacts facts, IntPredicate which) {
        StepCalls calls = facts.calls();
        CallGroups groups = new CallGroups(facts);
        boolean[] isInside = new boolean[calls.size()];
        for (int call = 0; call < isInside.length; call++) {
            int around = calls.parent(call);
            boolean isWithin = around != StepCalls.NONE && isInside[around];
            boolean isOne = which.test(call);
            isInside[call] = isWithin || isOne;
            if (isOne && !isWithin) {
                groups.add(call);
            }
        }
        return groups;
    }

    private static Optional<Symptom> gradientsZeroed(WindowFacts facts) {
        StepCalls calls = facts.calls();
        Set<List<Long>> once = new HashSet<>();
        // DJL itself zeroes the gradients in each step; the program can only avoid that it does so again.
        CallGroups found = outermost(
                facts,
                call -> isZeroed(calls, call)
                        && (calls.commonTensor(call) == 0
                                || !once.add(List.of(calls.step(call), calls.commonTensor(call)))));
        if (found.perStep() < 2) {
            return Optional.empty();
        }
        Figure figure = facts.ofStep(found.nanos());
        return Optional.of(new Symptom(
                figure,
                number(found.perStep()) + " tensors a step are set to zero one by one, which takes " + figure.text()
                        + found.place(),
                "drop the gradients instead of filling them with zeros",
                found.nanos(),
                found.proofs(),
                Advice.about(Problem.GRADIENTS_ZEROED, List.of())));
    }

    /**
     * True if the call zeroes a tensor in place, also by subtracting it from itself as DJL does. Calls inside other
     * operations or the backward pass are excluded: they fill no gradients.
     */
    private static boolean isZeroed(StepCalls calls, int call) {
        String operation = calls.operation(call);
        boolean isFilled = operation.equals("zero_") || (operation.equals("sub_") && calls.commonTensor(call) != 0);
        return isFilled && calls.isOutermost(call) && !isInBackward(calls, call);
    }

    private static boolean isInBackward(StepCalls calls, int call) {
        int around = calls.parent(call);
        while (around != StepCalls.NONE && !calls.name(around).contains(PyTorch.BACKWARD)) {
            around = calls.parent(around);
        }
        return around != StepCalls.NONE;
    }

    private static Optional<Symptom> copies(WindowFacts facts) {
        StepCalls calls = facts.calls();
        BitSet copies = calls.names(Frameworks.names(Fact.COPIES));
        // The program cannot change how an optimizer copies.
        CallGroups found = outermost(
                facts,
                call -> copies.get(calls.nameId(call)) && LoopRules.update(calls, facts, call) == StepCalls.NONE);
        Figure figure = facts.ofStep(found.nanos());
        return Optional.of(new Symptom(
                figure,
                "copies and conversions take " + figure.text() + found.place(),
                "create tensors on the device and with the type of their use",
                found.nanos(),
                found.proofs(),
                Advice.about(Problem.TENSORS_COPIED, List.of())));
    }

    private static Optional<Symptom> valuesReadBack(WindowFacts facts) {
        BitSet reads = facts.calls().names(Frameworks.names(Fact.READS));
        CallGroups found = outermost(facts, call -> reads.get(facts.calls().nameId(call)));
        double share = facts.share(found.idleNanos());
        if (found.perStep() < MANY_READS && share < MUCH_READING) {
            return Optional.empty();
        }
        return Optional.of(new Symptom(
                Figure.share(Math.max(share, Thresholds.ANY), "the step"),
                number(found.perStep()) + " values a step are read back from tensors, which takes "
                        + share(share, "the step") + found.place() + ": each read waits for the value",
                "keep sums in a tensor, and read it every n steps",
                found.idleNanos(),
                found.proofs(),
                Advice.about(Problem.VALUES_READ, List.of(Advice.of("if (step % 100 == 0) { read the loss }")))));
    }
}
