package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.time;
import static io.stepprofiler.analysis.rules.Evidence.OPERATIONS;
import static io.stepprofiler.analysis.rules.Evidence.SEVERAL_STEPS;
import static io.stepprofiler.analysis.rules.Evidence.SHAPES;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.analysis.window.StepCalls;
import io.stepprofiler.frameworks.Problem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Rules about the shapes of tensors: backends prepare for each new shape. */
final class ShapeRules {
    private static final int SHOWN = 3;
    private static final int MANY_SHAPES = 9;
    private static final int MUCH_LONGER = 2;

    /** Part of the repeated shapes whose first call takes much longer. */
    private static final double MOST = 0.75;

    private static final double NOTICEABLE = 0.01;

    static final List<Rule> ALL = List.of(
            new Rule(
                    "input-sizes",
                    "Step time follows the size of the input",
                    Role.CAUSE,
                    Set.of(SEVERAL_STEPS, OPERATIONS, SHAPES),
                    new Thresholds(0.05, 0.15),
                    ShapeRules::inputSizes),
            new Rule(
                    "changing-shapes",
                    "Shapes change",
                    Role.CAUSE,
                    Set.of(SEVERAL_STEPS, OPERATIONS, SHAPES),
                    new Thresholds(Thresholds.ANY, 0.1),
                    ShapeRules::changingShapes));

    private ShapeRules() {}

    /** Calls of an operation with inputs of one shape. */
    private static final class Uses {
        private final String dims;
        private final List<Integer> calls = new ArrayList<>();
        private int steps;
        private long lastStep = Long.MIN_VALUE;

        Uses(String dims) {
            this.dims = dims;
        }

        void add(int call, long step) {
            calls.add(call);
            steps += step == lastStep ? 0 : 1;
            lastStep = step;
        }
    }

    /** Operation whose input shapes change between steps; {@code repeated} of them come back. */
    private record Changing(String name, List<Uses> shapes, int repeated, long first, long later, long lost) {}

    private static Optional<Symptom> inputSizes(WindowFacts facts) {
        return InputSizes.of(facts).filter(InputSizes::areFollowed).map(sizes -> sizes.symptom(facts));
    }

    private static Optional<Symptom> changingShapes(WindowFacts facts) {
        Optional<InputSizes> sizes = InputSizes.of(facts);
        if (sizes.filter(InputSizes::grow).isPresent()) {
            return sizes.map(each -> each.growing(facts));
        }
        StepCalls calls = facts.calls();
        Map<String, Map<String, Uses>> operations = new LinkedHashMap<>();
        for (int call = 0; call < calls.size(); call++) {
            if (calls.isOutermost(call)) {
                operations
                        .computeIfAbsent(calls.name(call), any -> new LinkedHashMap<>())
                        .computeIfAbsent(calls.signature(call).inputDimsText(), Uses::new)
                        .add(call, calls.step(call));
            }
        }
        List<Changing> found = operations.entrySet().stream()
                .flatMap(each -> changing(facts, each.getKey(), each.getValue().values()).stream())
                .sorted(Comparator.comparingLong(Changing::lost).reversed())
                .toList();
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Changing most = found.get(0);
        long lost = found.stream().mapToLong(Changing::lost).sum();
        if (most.repeated > 0 && facts.share(lost) < NOTICEABLE) {
            return Optional.empty();
        }
        Figure figure = most.repeated == 0 ? new Figure(Thresholds.ANY, "no shape repeats") : facts.ofStep(lost);
        return Optional.of(new Symptom(
                figure,
                most.name + " has inputs of " + most.shapes.size() + " shapes that not every step uses; "
                        + (most.repeated == 0
                                ? figure.text()
                                : "of " + most.repeated + " that repeat, the first call takes " + time(most.first)
                                        + ", later calls with the same shape " + time(most.later)
                                        + "; the first calls of all such operations cost " + figure.text()),
                "make batches of the same few shapes",
                lost,
                found.stream().limit(SHOWN).map(each -> proof(calls, each)).toList(),
                Advice.about(
                        Problem.SHAPES_CHANGE,
                        List.of(
                                Advice.of(
                                        "pad to the next of a few lengths (32, 64, 128, …), and sort samples by length first"),
                                Advice.of("drop the last, smaller batch")))));
    }

    private static Optional<Changing> changing(WindowFacts facts, String name, Collection<Uses> shapes) {
        StepCalls calls = facts.calls();
        int steps = facts.steps().size();
        List<Uses> coming = shapes.stream().filter(each -> each.steps < steps).toList();
        if (coming.size() < MANY_SHAPES) {
            return Optional.empty();
        }
        // Calls with the same shape: with another one the work differs.
        List<Uses> repeated =
                coming.stream().filter(each -> each.calls.size() > 1).toList();
        long slower = repeated.stream()
                .filter(each -> first(calls, each) >= MUCH_LONGER * later(calls, each))
                .count();
        if (!repeated.isEmpty() && (slower < RunningCode.FEWEST || slower < MOST * repeated.size())) {
            return Optional.empty();
        }
        return Optional.of(new Changing(
                name,
                coming,
                repeated.size(),
                Quantiles.median(repeated.stream().mapToLong(each -> first(calls, each))),
                Quantiles.median(repeated.stream().mapToLong(each -> later(calls, each))),
                repeated.stream()
                        .mapToLong(each -> Math.max(0, first(calls, each) - later(calls, each)))
                        .sum()));
    }

    private static long first(StepCalls calls, Uses shape) {
        return calls.nanos(shape.calls.get(0));
    }

    private static long later(StepCalls calls, Uses shape) {
        return Quantiles.median(shape.calls.stream().skip(1).mapToLong(calls::nanos));
    }

    private static Proof proof(StepCalls calls, Changing changing) {
        Uses longest = changing.shapes.stream()
                .max(Comparator.comparingLong(each -> calls.nanos(each.calls.get(0))))
                .orElseThrow();
        int call = longest.calls.get(0);
        return Proof.at(
                changing.name + " of " + longest.dims + " for the first time",
                calls.step(call),
                calls.startNanos(call),
                calls.nanos(call),
                calls.stack(call));
    }
}
