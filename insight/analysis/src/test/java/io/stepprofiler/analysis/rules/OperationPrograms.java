package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.WrittenProgram.MICRO;

import io.stepprofiler.analysis.rules.NaiveTrace.Event;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.Trace;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** Programs of single operations, loops over elements, and updates of parameters, within a scope that begins in a step. */
final class OperationPrograms implements RuleOracle {
    private static final Set<String> COPIES = Set.of("aten::to", "aten::copy_");
    private static final String OPTIMIZER = "Optimizer.step#SGD.step";
    private static final String BACKWARD = "ConvolutionBackward0";
    private static final List<String> OPERATIONS =
            List.of("aten::mm", "aten::zero_", "aten::to", "aten::item", "aten::select");

    @Override
    public Trace trace(Random random) {
        WrittenProgram program = new WrittenProgram();
        int favourite = List.of(0, 1, 1, 2, 3, 4, 5, 6, 7).get(random.nextInt(9));
        int steps = 10 + random.nextInt(10);
        long first = program.now;
        program.step(() -> program.pass(10 * MICRO));
        boolean hasEpoch = random.nextBoolean();
        int epoch = hasEpoch ? program.main.add(program.builder.nameId("epoch"), first + 5 * MICRO, 0) : -1;
        for (int i = 0; i < steps; i++) {
            program.step(() -> {
                program.scope("aten::select", 5 * MICRO);
                for (int part = 3 + random.nextInt(5); part > 0; part--) {
                    part(program, random, random.nextInt(3) > 0 ? favourite : random.nextInt(9));
                }
            });
        }
        if (hasEpoch) {
            program.main.end(epoch, program.now - MICRO);
        }
        return program.builder.build();
    }

    private static void part(WrittenProgram program, Random random, int kind) {
        switch (kind) {
            case 0, 1, 2, 3, 4 -> operation(program, random, OPERATIONS.get(kind));
            case 5 ->
                program.scope("rows", () -> {
                    for (int turn = 10 + random.nextInt(20); turn > 0; turn--) {
                        program.scope("aten::select", 5 * MICRO);
                        program.scope("aten::mul", 5 * MICRO);
                        program.pass(random.nextInt(3) * MICRO);
                    }
                });
            case 6 ->
                program.scope(OPTIMIZER, () -> {
                    for (int parameter = random.nextInt(20); parameter > 0; parameter--) {
                        List.of("aten::mul_", "aten::add_", "aten::addcdiv_")
                                .forEach(name -> program.scope(name, 5 * MICRO));
                        program.scope("aten::copy_", 2 * MICRO);
                    }
                });
            case 7 -> program.scope(BACKWARD, () -> operation(program, random, "aten::zero_"));
            default -> program.pass(random.nextInt(300) * MICRO);
        }
    }

    private static void operation(WrittenProgram program, Random random, String name) {
        program.scope(name, () -> {
            program.pass((10 + random.nextInt(100)) * MICRO);
            if (random.nextBoolean()) {
                program.scope(random.nextBoolean() ? "aten::copy_" : "aten::zero_", 5 * MICRO);
            }
        });
    }

    @Override
    public Map<String, ToDoubleFunction<NaiveTrace>> figures() {
        return Map.of(
                "gradients-zeroed",
                window -> outermost(
                        window,
                        each -> each.name().equals("aten::zero_")
                                && !window.isInside(each, OperationPrograms::isOperation)
                                && !window.isInside(
                                        each, around -> around.name().equals(BACKWARD))),
                "copies",
                window -> outermost(
                        window,
                        each -> COPIES.contains(each.name())
                                && !window.isInside(
                                        each, around -> around.name().equals(OPTIMIZER))),
                "values-read-back",
                window -> Math.max(
                        Thresholds.ANY, outermost(window, each -> each.name().equals("aten::item"))),
                "operation-loop",
                window -> window.share(window.inSteps(each -> each.name().equals("rows"))
                        .mapToDouble(rows -> lastEnd(window, rows) - rows.start())
                        .sum()),
                "optimizer-per-parameter",
                window -> window.share(window.inSteps(each -> each.name().equals(OPTIMIZER))
                        .filter(update -> count(window, update, "aten::mul_") >= 8)
                        .mapToDouble(Event::nanos)
                        .sum()));
    }

    private static boolean isOperation(Event event) {
        return event.kind() == EventKind.SCOPE && event.name().startsWith("aten::");
    }

    private static double outermost(NaiveTrace window, Predicate<Event> which) {
        return window.share(window.inSteps(which)
                .filter(each -> !window.isInside(each, which))
                .mapToDouble(Event::nanos)
                .sum());
    }

    private static long lastEnd(NaiveTrace window, Event scope) {
        return window.events.stream()
                .filter(each -> each.isIn(scope))
                .mapToLong(Event::end)
                .max()
                .orElseThrow();
    }

    private static long count(NaiveTrace window, Event scope, String name) {
        return window.events.stream()
                .filter(each -> each.isIn(scope) && each.name().equals(name))
                .count();
    }
}
