package io.stepprofiler.analysis.rules;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/**
 * Random window of one training thread, as a list of parts, from which a trace is built and naive figures are counted.
 * Times are whole milliseconds; on the training thread, only waits for data
 * overlap, with the loader around them.
 */
final class RandomWindow {
    static final long MILLI = 1_000_000;
    static final int PROCESSORS = 4;

    private static final long MAIN = 1;
    private static final List<String> STACKS = List.of(
            "Net.forward:22 Train.step:7",
            "Net.backward:41 Train.step:8",
            "java.util.regex.Pattern.compile:9 Text.clean:3 Train.step:9",
            "java.lang.Throwable.fillInStackTrace:1 java.lang.Exception.<init>:5 Text.parse:8 Train.step:10",
            "java.util.Formatter.format:2 Log.line:4 Train.step:11");

    /** Event of a thread or of the virtual machine. */
    record Part(long thread, EventKind kind, String name, long start, long length) {
        boolean isOpenAt(long milli) {
            return start <= milli && milli < start + length;
        }
    }

    /** Step of the training thread. */
    record Step(long start, long length, long running) {}

    /** Sample of running code of the training thread, of one millisecond. */
    record Sample(long at, String stack) {}

    /** Value of a counter. */
    record Value(String counter, long at, double value) {}

    final List<Step> steps = new ArrayList<>();
    final List<Part> parts = new ArrayList<>();
    final List<Part> collections = new ArrayList<>();
    final List<Sample> samples = new ArrayList<>();
    final List<Value> values = new ArrayList<>();

    private final Random random;

    RandomWindow(long seed) {
        random = new Random(seed);
        // A window mostly has one kind of wait, so that each rule has its turn.
        int favourite = random.nextInt(9);
        double likely = random.nextDouble();
        long now = random.nextInt(50);
        long first = now;
        int count = 6 + random.nextInt(30);
        for (int i = 0; i < count; i++) {
            now = step(now, favourite, likely) + random.nextInt(2);
        }
        double others = random.nextInt(PROCESSORS);
        for (long at = first; at <= now; at += 20) {
            double own = random.nextDouble();
            values.add(new Value("jvm cpu cores", at, own));
            values.add(new Value("machine cpu cores", at, Math.min(PROCESSORS, own + others)));
        }
    }

    private long step(long start, int favourite, double likely) {
        long now = start;
        long running = 0;
        int segments = 2 + random.nextInt(8);
        for (int i = 0; i < segments; i++) {
            int length = 1 + random.nextInt(6);
            int kind = random.nextDouble() < likely ? favourite : random.nextInt(10);
            switch (kind) {
                case 0 -> {
                    parts.add(new Part(MAIN, EventKind.DATA_LOADER, "DataLoader", now, length));
                    parts.add(new Part(MAIN, EventKind.WAIT, "Park (Batches)", now, length));
                }
                case 1 -> parts.add(new Part(MAIN, EventKind.WAIT, "Monitor enter (Cache)", now, length));
                case 2 -> parts.add(new Part(MAIN, EventKind.WAIT, "Sleep", now, length));
                case 3 -> parts.add(new Part(MAIN, EventKind.WAIT, "Park (Queue)", now, length));
                case 4 -> parts.add(new Part(MAIN, EventKind.COMMUNICATION, "all_reduce", now, length));
                case 5 -> collections.add(new Part(0, EventKind.VIRTUAL_MACHINE, "GC Pause", now, length));
                case 6 -> parts.add(new Part(MAIN, EventKind.WAIT, "File write", now, length));
                case 7 -> running += compute(now, length, "");
                default -> running += compute(now, length, random.nextBoolean() ? "forward" : "backward");
            }
            now += length;
        }
        steps.add(new Step(start, now - start, running));
        return now;
    }

    private long compute(long start, long length, String scope) {
        if (!scope.isEmpty()) {
            parts.add(new Part(MAIN, EventKind.SCOPE, scope, start, length));
        }
        for (long at = start; at < start + length; at++) {
            samples.add(new Sample(at, STACKS.get(random.nextInt(STACKS.size()))));
        }
        return length;
    }

    /** The time of all steps. */
    long millis() {
        return steps.stream().mapToLong(Step::length).sum();
    }

    /** The milliseconds of steps in which a matching event of the training thread is open, and no pause. */
    long millis(Predicate<Part> which) {
        long sum = 0;
        for (Step step : steps) {
            for (long at = step.start; at < step.start + step.length; at++) {
                long now = at;
                sum += collections.stream().noneMatch(part -> part.isOpenAt(now))
                                && parts.stream().anyMatch(part -> part.isOpenAt(now) && which.test(part))
                        ? 1
                        : 0;
            }
        }
        return sum;
    }

    double share(String name) {
        return (double) millis(part -> part.name.startsWith(name)) / millis();
    }

    /** The window as a trace. */
    Trace trace() {
        TraceBuilder builder = new TraceBuilder();
        builder.metadata(
                "jvm_flight_recorder_groups",
                new MetadataValue("WAITS, INPUT_OUTPUT, GARBAGE_COLLECTION, METHOD_SAMPLES", false));
        builder.metadata(
                Environment.KEY,
                new MetadataValue("processors=" + PROCESSORS + "; machine.processors=" + PROCESSORS, false));
        TrackBuilder main = builder.thread(MAIN, "main");
        for (Part part : parts) {
            main.add(builder.nameId(part.name, part.kind, ""), part.start * MILLI, part.length * MILLI);
        }
        TrackBuilder machine = builder.lane("Safepoints");
        for (Part part : collections) {
            machine.add(builder.nameId(part.name, part.kind, ""), part.start * MILLI, part.length * MILLI);
        }
        for (Sample sample : samples) {
            builder.stackSample(new StackSample(
                    sample.at * MILLI + 1,
                    MAIN,
                    SampleKind.JAVA,
                    builder.stackId(StepsOfATrace.stack(sample.stack)),
                    MILLI));
        }
        addSteps(builder);
        for (Value value : values) {
            builder.counter(value.counter, value.at * MILLI, value.value);
        }
        return builder.build();
    }

    /** The window as it is recorded without the flight recorder. */
    Trace withoutWaits() {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(MAIN, "main");
        for (Part part : parts) {
            if (part.kind != EventKind.WAIT) {
                main.add(builder.nameId(part.name, part.kind, ""), part.start * MILLI, part.length * MILLI);
            }
        }
        addSteps(builder);
        return builder.build();
    }

    private void addSteps(TraceBuilder builder) {
        int number = 0;
        for (Step step : steps) {
            builder.step(
                    new StepMark(number++, step.start * MILLI, step.length * MILLI, MAIN, false, step.running * MILLI));
        }
    }
}
