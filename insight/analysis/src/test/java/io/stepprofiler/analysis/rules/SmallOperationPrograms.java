package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.WrittenProgram.MICRO;

import io.stepprofiler.analysis.rules.NaiveTrace.Event;
import io.stepprofiler.trace.Trace;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/** Programs of more than a thousand operations a step, most of which are short, with time between steps. */
final class SmallOperationPrograms implements RuleOracle {
    @Override
    public Trace trace(Random random) {
        WrittenProgram program = new WrittenProgram();
        int gap = 1 + random.nextInt(12);
        for (int i = 2 + random.nextInt(2); i > 0; i--) {
            program.step(() -> {
                for (int operation = 1100 + random.nextInt(300); operation > 0; operation--) {
                    boolean isLong = random.nextInt(50) == 0;
                    program.scope("small::op" + random.nextInt(4), (isLong ? 40 : 1 + random.nextInt(8)) * MICRO);
                    program.pass((random.nextInt(60) == 0 ? 200 : random.nextInt(gap)) * MICRO);
                }
            });
            program.pass(random.nextInt(60) * MICRO);
        }
        return program.builder.build();
    }

    @Override
    public Map<String, ToDoubleFunction<NaiveTrace>> figures() {
        return Map.of("small-operations", SmallOperationPrograms::between);
    }

    /** Time between two short operations that follow each other within a tenth of a millisecond, as far as it is in steps. */
    private static double between(NaiveTrace window) {
        long sum = 0;
        for (int i = 1; i < window.events.size(); i++) {
            Event before = window.events.get(i - 1);
            Event next = window.events.get(i);
            boolean isShort = before.nanos() < 10 * MICRO && next.nanos() < 10 * MICRO;
            for (long at = before.end(); isShort && next.start() - before.end() <= 100 * MICRO && at < next.start(); ) {
                sum += window.isInStep(at) ? MICRO : 0;
                at += MICRO;
            }
        }
        return window.share((double) sum);
    }
}
