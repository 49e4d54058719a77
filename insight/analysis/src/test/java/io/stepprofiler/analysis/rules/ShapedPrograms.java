package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.WrittenProgram.MILLI;

import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Programs of one operation a step, whose input has a length: the time depends on it, or on whether it is a new one. */
final class ShapedPrograms implements RuleOracle {
    private static final String OPERATION = "aten::gru";

    @Override
    public Trace trace(Random random) {
        WrittenProgram program = new WrittenProgram();
        int lengths = 9 + random.nextInt(30);
        boolean grows = random.nextInt(4) == 0;
        boolean prepares = random.nextBoolean();
        double rare = random.nextInt(3) == 0 ? 0.8 : 1;
        Set<Integer> seen = new HashSet<>();
        for (int i = 0; i < 14 + random.nextInt(30); i++) {
            int length = grows ? 10 + i : 10 + random.nextInt(lengths) * 5;
            program.step(() -> {
                if (random.nextDouble() < rare) {
                    boolean isNew = seen.add(length);
                    long millis = prepares ? (isNew ? 60 : 10) : length;
                    int event = program.scope(OPERATION, millis * MILLI);
                    program.main.signature(
                            event,
                            program.builder.signatureId(
                                    OpSignature.of(Operand.tensor(ElementType.FLOAT, Dims.of(8, length)))));
                }
                program.pass((1 + random.nextInt(2)) * MILLI);
            });
        }
        return program.builder.build();
    }

    @Override
    public Map<String, ToDoubleFunction<NaiveTrace>> figures() {
        return Map.of("input-sizes", ShapedPrograms::beyondTheMedian, "changing-shapes", ShapedPrograms::firstCalls);
    }

    private static double beyondTheMedian(NaiveTrace window) {
        List<StepMark> calling = window.steps.stream()
                .filter(step -> window.events.stream()
                        .anyMatch(each -> step.startNanos() <= each.start() && each.start() < NaiveTrace.end(step)))
                .toList();
        long median = NaiveTrace.median(calling.stream().mapToLong(StepMark::durationNanos));
        return window.share(calling.stream()
                .mapToDouble(each -> Math.max(0, each.durationNanos() - median))
                .sum());
    }

    private static String shape(NaiveTrace.Event event) {
        return event.track().event(event.index()).signature().orElseThrow().inputDimsText();
    }

    /** Time that the first call of each shape takes beyond later ones; any if no shape repeats. */
    private static double firstCalls(NaiveTrace window) {
        Map<String, List<Long>> times = new HashMap<>();
        window.events.forEach(each ->
                times.computeIfAbsent(shape(each), any -> new ArrayList<>()).add(each.nanos()));
        boolean areRepeated = times.values().stream().anyMatch(each -> each.size() > 1);
        double lost = times.values().stream()
                .filter(each -> each.size() > 1)
                .mapToDouble(each -> Math.max(
                        0,
                        each.get(0)
                                - NaiveTrace.median(
                                        IntStream.range(1, each.size()).mapToLong(each::get))))
                .sum();
        return areRepeated ? window.share(lost) : Thresholds.ANY;
    }
}
