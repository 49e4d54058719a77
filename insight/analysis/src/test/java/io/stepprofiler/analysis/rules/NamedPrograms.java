package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.WrittenProgram.MILLI;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.Trace;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/** Programs whose steps are scopes, with a few waits inside them, and code without a name. Nothing is sampled. */
final class NamedPrograms implements RuleOracle {
    @Override
    public Trace trace(Random random) {
        WrittenProgram program = new WrittenProgram().records("WAITS");
        double unnamed = random.nextInt(3) == 0 ? 0.02 : random.nextDouble() / 2;
        for (int i = 5 + random.nextInt(15); i > 0; i--) {
            program.step(() -> {
                for (int part = 2 + random.nextInt(6); part > 0; part--) {
                    long length = (1 + random.nextInt(10)) * MILLI;
                    if (random.nextDouble() < unnamed) {
                        program.pass(length);
                    } else {
                        program.scope(random.nextBoolean() ? "forward" : "backward", () -> {
                            program.scope("layer", length);
                            if (random.nextInt(20) == 0) {
                                program.event(EventKind.WAIT, "Sleep", MILLI);
                            }
                        });
                    }
                }
            });
        }
        return program.builder.build();
    }

    @Override
    public Map<String, ToDoubleFunction<NaiveTrace>> figures() {
        return Map.of(
                "compute-bound",
                window -> window.share(at -> window.isOpen(at, each -> each.kind() == EventKind.SCOPE)
                        && !window.isOpen(at, NaiveTrace.Event::isWait)),
                "unaccounted",
                window -> window.share(at -> !window.isOpen(at, each -> true)),
                "sleeping",
                window -> window.share(at -> window.isOpen(at, NaiveTrace.Event::isWait)));
    }
}
