package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.WrittenProgram.MILLI;

import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.ProfilerOverhead;
import io.stepprofiler.trace.Trace;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/** Programs that sleep, run, and do neither, on a machine of four processors whose load is counted. */
final class LoadedMachines implements RuleOracle {
    private static final int PROCESSORS = 4;

    @Override
    public Trace trace(Random random) {
        WrittenProgram program = new WrittenProgram()
                .records("WAITS")
                .on("java=17; processors=" + PROCESSORS + "; machine.processors=" + PROCESSORS);
        double own = random.nextBoolean() ? 3 + random.nextDouble() : random.nextDouble() * PROCESSORS;
        double others = random.nextBoolean() ? PROCESSORS - own : 0;
        long throttled = random.nextInt(3) == 0 ? 20 : 0;
        int threads = random.nextInt(6);
        int count = 5 + random.nextInt(30);
        double part = random.nextDouble();
        counters(program, own, others, 0, 0);
        for (int i = 1; i <= count; i++) {
            long start = program.now;
            program.event(EventKind.WAIT, "Sleep", random.nextInt(10) * MILLI);
            long ready = (50 + random.nextInt(10)) * MILLI;
            program.pass(ready);
            program.stepped(start, (long) (ready * part));
            program.now = start + 70 * MILLI;
            counters(program, own, others, (double) throttled * i, (double) threads * i);
        }
        program.builder
                .metadata(
                        ProfilerOverhead.KEY,
                        new ProfilerOverhead(random.nextInt(200) * MILLI, random.nextInt(50) * MILLI, MILLI, 0)
                                .toMetadata())
                .dropped(DropCause.EVENT_LIMIT, random.nextInt(3))
                .dropped(DropCause.NOT_IN_FILE, random.nextInt(3));
        return program.builder.build();
    }

    private static void counters(WrittenProgram program, double own, double others, double throttled, double threads) {
        program.builder.counter("jvm cpu cores", program.now, own);
        program.builder.counter("machine cpu cores", program.now, own + others);
        program.builder.counter("cpu throttled ms", program.now, throttled);
        program.builder.counter("jvm started threads", program.now, threads);
    }

    @Override
    public Map<String, ToDoubleFunction<NaiveTrace>> figures() {
        return Map.of(
                "cpu-oversubscribed",
                window -> window.share(Math.max(0, deprived(window) - increase(window, "cpu throttled ms") * MILLI)),
                "throttled",
                window -> window.share(Math.min(deprived(window), increase(window, "cpu throttled ms") * MILLI)),
                "other-processes",
                window -> (window.mean("machine cpu cores") - window.mean("jvm cpu cores")) / PROCESSORS,
                "started-threads",
                window -> increase(window, "jvm started threads") / window.steps.size(),
                "profiler-cost",
                LoadedMachines::cost,
                "recording-not-whole",
                window -> {
                    double dropped = window.trace.account().dropped().getOrDefault(DropCause.EVENT_LIMIT, 0L);
                    return dropped / window.trace.account().begun();
                });
    }

    private static double increase(NaiveTrace window, String counter) {
        List<Double> values = window.values(counter);
        return values.get(values.size() - 1) - values.get(0);
    }

    /** Time of the steps for which their thread neither ran nor slept. */
    private static double deprived(NaiveTrace window) {
        double slept = window.share(at -> window.isOpen(at, NaiveTrace.Event::isWait)) * window.stepNanos();
        return window.stepNanos() - slept - cpu(window);
    }

    private static double cpu(NaiveTrace window) {
        return window.steps.stream().mapToLong(StepMark::cpuNanos).sum();
    }

    /** Work between steps takes longer by waits for a processor; work beside them costs no more than the steps lost. */
    private static double cost(NaiveTrace window) {
        ProfilerOverhead cost = ProfilerOverhead.of(window.trace).orElseThrow();
        double between = cost.stepNanos() * cpu(window) / (cpu(window) + deprived(window));
        return window.share(between
                + Math.min(
                        deprived(window), (double) (cost.drainerNanos() + cost.sourceNanos() + cost.deliveryNanos())));
    }
}
