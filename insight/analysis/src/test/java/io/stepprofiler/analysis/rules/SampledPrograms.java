package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.WrittenProgram.MILLI;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Programs of two threads whose code and allocations are sampled. */
final class SampledPrograms implements RuleOracle {
    private static final long WORKER = 2;
    private static final String BOX = "java.lang.Float.valueOf:458 Net.collect:9 Train.step:7";
    private static final String ATOMIC =
            "java.util.concurrent.atomic.AtomicLong.incrementAndGet:2 Net.count:8 Train.step:7";
    private static final String HUGE = "Net.huge:7000 Train.step:7";
    private static final String USUAL = "Net.forward:22 Train.step:7";

    @Override
    public Trace trace(Random random) {
        WrittenProgram program = new WrittenProgram().records("METHOD_SAMPLES");
        program.builder.thread(WORKER, "worker");
        if (random.nextInt(4) > 0) {
            program.builder.metadata(
                    "jvm_flight_recorder_interpreted", new MetadataValue("demo.Net.huge 29 of 30", false));
        }
        double boxed = random.nextDouble();
        String favourite = random.nextBoolean() ? ATOMIC : HUGE;
        double likely = random.nextDouble() / 2;
        for (int i = 6 + random.nextInt(20); i > 0; i--) {
            long start = program.now;
            long running = 0;
            for (int sample = 1 + random.nextInt(8); sample > 0; sample--) {
                program.sample(
                        NaiveTrace.MAIN, SampleKind.JAVA, MILLI, random.nextDouble() < likely ? favourite : USUAL);
                program.sample(WORKER, SampleKind.JAVA, MILLI, random.nextInt(3) == 0 ? ATOMIC : USUAL);
                program.sample(
                        random.nextBoolean() ? WORKER : NaiveTrace.MAIN,
                        SampleKind.ALLOCATION,
                        (1 + random.nextInt(9)) << 20,
                        random.nextDouble() < boxed ? BOX : USUAL);
                program.pass(5 * MILLI);
                running += random.nextInt(6) * MILLI;
            }
            program.stepped(start, Math.min(running, program.now - start));
        }
        program.builder.window(new ClockAnchor(0, 0), new ClockAnchor(program.now, program.now));
        return program.builder.build();
    }

    @Override
    public Map<String, ToDoubleFunction<NaiveTrace>> figures() {
        return Map.of(
                "not-compiled", window -> running(window, HUGE),
                "contended-atomic", window -> running(window, ATOMIC),
                "boxed-numbers",
                        window -> {
                            double all = weight(window, each -> each.kind() == SampleKind.ALLOCATION);
                            return weight(window, each -> isOf(window, each, BOX)) / all;
                        });
    }

    private static Stream<StackSample> samples(NaiveTrace window) {
        return IntStream.range(0, window.trace.samples().size()).mapToObj(window.trace.samples()::sample);
    }

    private static boolean isOf(NaiveTrace window, StackSample sample, String frames) {
        List<StackTraceElement> stack = StepsOfATrace.stack(frames);
        return window.trace.stack(sample.stackId()).equals(stack);
    }

    private static double weight(NaiveTrace window, Predicate<StackSample> which) {
        return samples(window).filter(which).mapToLong(StackSample::weight).sum();
    }

    /** Samples of the training thread divide the time for which it runs. */
    private static double running(NaiveTrace window, String frames) {
        List<StackSample> all = samples(window)
                .filter(each -> each.trackId() == NaiveTrace.MAIN && each.kind() == SampleKind.JAVA)
                .toList();
        double part =
                (double) all.stream().filter(each -> isOf(window, each, frames)).count() / all.size();
        return window.share(
                part * window.steps.stream().mapToLong(StepMark::cpuNanos).sum());
    }
}
