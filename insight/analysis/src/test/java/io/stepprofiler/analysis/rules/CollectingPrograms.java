package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.WrittenProgram.MILLI;

import io.stepprofiler.analysis.rules.NaiveTrace.Event;
import io.stepprofiler.trace.Trace;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/** Programs whose heap is collected in steps and between them. */
final class CollectingPrograms implements RuleOracle {
    private static final List<String> COLLECTIONS = List.of(
            "G1New (G1 Evacuation Pause)",
            "G1New (G1 Humongous Allocation)",
            "G1Old (System.gc())",
            "G1Full (System.gc())",
            "SerialOld (Allocation Failure)");

    @Override
    public Trace trace(Random random) {
        WrittenProgram program = new WrittenProgram().records("GARBAGE_COLLECTION");
        int favourite = random.nextInt(COLLECTIONS.size());
        for (int i = 5 + random.nextInt(20); i > 0; i--) {
            program.step(() -> {
                program.pass((1 + random.nextInt(20)) * MILLI);
                if (random.nextInt(3) == 0) {
                    collect(program, random, favourite);
                }
                program.pass(random.nextInt(5) * MILLI);
            });
            if (random.nextInt(8) == 0) {
                collect(program, random, favourite);
            }
        }
        return program.builder.build();
    }

    private static void collect(WrittenProgram program, Random random, int favourite) {
        int kind = random.nextInt(3) > 0 ? favourite : random.nextInt(COLLECTIONS.size());
        long length = (2 + random.nextInt(8)) * MILLI;
        program.ofMachine("GC", COLLECTIONS.get(kind), program.now, length);
        program.ofMachine("GC", "GC Pause", program.now + MILLI, length - MILLI - random.nextInt(2) * MILLI);
        if (random.nextBoolean()) {
            program.ofMachine("Safepoints", "VM operation (G1CollectForAllocation)", program.now, length);
        }
        program.pass(length);
    }

    @Override
    public Map<String, ToDoubleFunction<NaiveTrace>> figures() {
        return Map.of(
                "system-gc",
                window -> (double) count(window, "System.gc()") / count(window, ""),
                "humongous-allocation",
                window -> (double) count(window, "G1 Humongous Allocation") / window.steps.size(),
                "full-collection",
                CollectingPrograms::full,
                "gc-pauses",
                window -> window.share(at -> window.isOpen(
                        at,
                        each -> each.name().equals("GC Pause") || each.name().startsWith("VM operation (G1"))));
    }

    private static boolean isCollection(Event event) {
        return event.track().name().equals("GC") && event.name().contains(" (");
    }

    private static long count(NaiveTrace window, String cause) {
        return window.events.stream()
                .filter(each ->
                        isCollection(each) && (cause.isEmpty() || each.name().endsWith("(" + cause + ")")))
                .count();
    }

    /** One outside of the steps is worth knowing. */
    private static double full(NaiveTrace window) {
        long inSteps = window.inSteps(each -> isCollection(each)
                        && (each.name().startsWith("G1Full") || each.name().startsWith("SerialOld")))
                .count();
        return inSteps > 0 ? inSteps : Thresholds.ANY;
    }
}
