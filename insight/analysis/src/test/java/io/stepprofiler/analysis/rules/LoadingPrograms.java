package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.WrittenProgram.MILLI;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.trace.Trace;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** Programs whose training thread loads its own batches: it reads, decodes, or waits a little for others. */
final class LoadingPrograms implements RuleOracle {
    @Override
    public Trace trace(Random random) {
        WrittenProgram program = new WrittenProgram().records("WAITS, INPUT_OUTPUT, METHOD_SAMPLES");
        int favourite = random.nextInt(2);
        double loading = random.nextDouble();
        for (int i = 5 + random.nextInt(15); i > 0; i--) {
            program.step(() -> {
                if (random.nextDouble() < loading) {
                    program.event(EventKind.DATA_LOADER, "DataLoader", () -> load(program, random, favourite));
                }
                program.scope("forward", (1 + random.nextInt(20)) * MILLI);
            });
        }
        return program.builder.build();
    }

    private static void load(WrittenProgram program, Random random, int favourite) {
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            long length = (1 + random.nextInt(8)) * MILLI;
            switch (random.nextInt(3) > 0 ? favourite : random.nextInt(4)) {
                case 0 -> program.event(EventKind.WAIT, "File read", length);
                case 1 -> {
                    program.sample(NaiveTrace.MAIN, SampleKind.JAVA, length, "Images.decode:7 Images.next:3");
                    program.pass(length);
                }
                case 2 -> program.event(EventKind.WAIT, "Park (Queue)", length);
                default -> program.event(EventKind.WAIT, "Sleep", length);
            }
        }
    }

    @Override
    public Map<String, ToDoubleFunction<NaiveTrace>> figures() {
        return Map.of(
                "input-bound",
                window -> loading(window, name -> true),
                "loading-not-overlapped",
                window -> loading(window, name -> !name.startsWith("Park")),
                "storage-bound-input",
                window -> loading(window, name -> name.equals("File read")),
                "decode-bound-input",
                window -> loading(window, String::isEmpty));
    }

    /** Part of the steps in a loader, inside of which the thread is in some wait; the name is empty if it is in none. */
    private static double loading(NaiveTrace window, Predicate<String> wait) {
        return window.share(at -> window.isOpen(at, each -> each.kind() == EventKind.DATA_LOADER)
                && wait.test(window.events.stream()
                        .filter(each -> each.kind() == EventKind.WAIT && each.isOpenAt(at))
                        .map(NaiveTrace.Event::name)
                        .findFirst()
                        .orElse("")));
    }
}
