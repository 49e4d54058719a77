package io.stepprofiler.averages;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.List;
import java.util.Random;

/**
 * A small trace, within 300 ns: a few events on a few threads, nested, recursive, overlapping, touching and equal ones,
 * some asynchronous or unfinished; and, in some traces, waits and what the virtual machine does, step marks, streams of
 * devices, signatures, stacks, sequence numbers, memory events and samples.
 */
final class RandomTrace {
    private static final List<OpSignature> SIGNATURES = List.of(
            OpSignature.UNKNOWN,
            OpSignature.of(tensor(2, 3), tensor(3, 5)),
            new OpSignature("out", List.of(tensor(2, 3), tensor(3, 5)), List.of(), -1),
            new OpSignature("out", List.of(tensor(2, 3)), List.of(), 7),
            new OpSignature("Scalar", List.of(tensor(4, 4), tensor(4, 4)), List.of(), -1));

    private static final List<List<StackTraceElement>> STACKS = List.of(
            frames("layer", "model", "main"), frames("layer", "other", "main"), frames("layer"), frames("main"));

    private static final List<EventKind> KINDS = List.of(
            EventKind.SCOPE,
            EventKind.SCOPE,
            EventKind.SCOPE,
            EventKind.MODULE,
            EventKind.VIRTUAL_MACHINE,
            EventKind.WAIT,
            EventKind.WAIT);
    private static final List<EventKind> ON_DEVICES = List.of(
            EventKind.KERNEL,
            EventKind.KERNEL,
            EventKind.KERNEL,
            EventKind.COMMUNICATION,
            EventKind.MEMORY_COPY,
            EventKind.MEMORY_SET,
            EventKind.RUNTIME,
            EventKind.SCOPE);
    private static final List<EventKind> ASYNC = List.of(EventKind.MARKER, EventKind.TASK, EventKind.FRAME);

    private final Random random;
    private final TraceBuilder trace = new TraceBuilder();
    private final boolean hasSignatures;
    private final boolean hasStacks;
    private final boolean hasSequences;
    private final boolean hasDevices;
    private final boolean hasWaits;
    private final int threads;

    private RandomTrace(Random random) {
        this.random = random;
        hasSignatures = random.nextBoolean();
        hasStacks = random.nextBoolean();
        hasSequences = random.nextBoolean();
        hasDevices = random.nextBoolean();
        hasWaits = random.nextBoolean();
        threads = 1 + random.nextInt(3);
    }

    static Trace of(Random random) {
        return new RandomTrace(random).trace();
    }

    private static Operand tensor(long... dims) {
        return Operand.tensor(ElementType.FLOAT, Dims.of(dims));
    }

    private static List<StackTraceElement> frames(String... methods) {
        return List.of(methods).stream()
                .map(method -> new StackTraceElement("Net", method, "Net.java", 1))
                .toList();
    }

    private Trace trace() {
        for (int thread = 1; thread <= threads; thread++) {
            // Two threads may have one name.
            fill(trace.thread(thread, "thread " + random.nextInt(2)), true);
        }
        if (random.nextBoolean()) {
            fill(trace.lane("lane"), true);
        }
        for (int stream = hasDevices ? random.nextInt(3) : 0; stream > 0; stream--) {
            fill(trace.stream(Device.cuda(random.nextInt(2)), stream), false);
        }
        addSteps(random.nextInt(threads + 2));
        if (random.nextBoolean()) {
            addMemory();
        }
        if (random.nextBoolean()) {
            addSamples(random.nextBoolean() ? 4 : 2);
        }
        return trace.build();
    }

    private void fill(TrackBuilder track, boolean onHost) {
        if (random.nextInt(3) == 0) {
            // Few places, so that many events begin or end together.
            int places = random.nextBoolean() ? 8 : 150;
            for (int i = random.nextInt(40); i > 0; i--) {
                add(track, onHost, random.nextInt(places), random.nextInt(places));
            }
        } else {
            addNested(track, onHost, 0, 150, 0);
        }
    }

    private void addNested(TrackBuilder track, boolean onHost, long from, long to, int depth) {
        long at = from;
        while (at < to && depth < 6) {
            long start = at + (random.nextBoolean() ? 0 : random.nextInt(20));
            long end = start + random.nextInt((int) (to - from) + 1);
            if (end > to) {
                return;
            }
            add(track, onHost, start, end - start);
            addNested(track, onHost, start, end, depth + 1);
            at = Math.max(end, at + 1);
        }
    }

    private void add(TrackBuilder track, boolean onHost, long start, long duration) {
        String name = List.of("a", "b", onHost ? "c" : "volta_h884gemm_nn", "mm", "aten::mm")
                .get(random.nextInt(5));
        List<EventKind> kinds = onHost ? KINDS : ON_DEVICES;
        EventKind plain = kinds.get(random.nextInt(hasWaits || !onHost ? kinds.size() : 4));
        EventKind kind = onHost && (start + duration) % 7 == 0 ? ASYNC.get((int) (start % ASYNC.size())) : plain;
        int event = track.add(trace.nameId(name, kind, kind + "" + random.nextInt(2)), start, duration);
        if (random.nextInt(10) == 0) {
            track.async(event);
        }
        if (random.nextInt(10) == 0) {
            track.unfinished(event);
        }
        if (hasSignatures && random.nextBoolean()) {
            track.signature(event, trace.signatureId(SIGNATURES.get(random.nextInt(SIGNATURES.size()))));
        }
        if (hasStacks && random.nextBoolean()) {
            track.stack(event, trace.stackId(STACKS.get(random.nextInt(STACKS.size()))));
        }
        if (hasSequences && random.nextBoolean()) {
            track.sequence(event, random.nextInt(10), random.nextBoolean() ? -1 : random.nextInt(threads + 1));
        }
        if (hasDevices && random.nextInt(onHost ? 4 : 2) == 0) {
            track.correlation(event, random.nextInt(20));
        }
    }

    private void addSteps(long thread) {
        long at = random.nextInt(20);
        for (int i = random.nextInt(5); i > 0; i--) {
            long duration = random.nextInt(50);
            trace.step(new StepMark(i, at, duration, thread, i == 1 && random.nextBoolean()));
            at += duration + random.nextInt(2);
        }
    }

    private void addSamples(int kinds) {
        for (int i = random.nextInt(30); i > 0; i--) {
            trace.stackSample(new StackSample(
                    random.nextInt(170),
                    random.nextInt(threads + 3),
                    List.of(SampleKind.JAVA, SampleKind.ALLOCATION, SampleKind.NATIVE, SampleKind.CPU_TIME)
                            .get(random.nextInt(kinds)),
                    hasStacks && random.nextBoolean() ? trace.stackId(STACKS.get(random.nextInt(4))) : -1,
                    random.nextInt(1000)));
        }
    }

    private void addMemory() {
        for (int i = random.nextInt(30); i > 0; i--) {
            MemoryAction action = List.of(MemoryAction.values()).get(random.nextInt(4));
            long sign = action == MemoryAction.FREE ? -1 : 1;
            trace.memory(new MemoryEvent(
                    random.nextInt(170),
                    random.nextInt(threads + 3),
                    action,
                    hasDevices && random.nextBoolean() ? Device.cuda(0) : Device.CPU,
                    random.nextInt(5),
                    sign * random.nextInt(1000),
                    -1,
                    0,
                    MemoryCategory.UNKNOWN,
                    hasStacks && random.nextBoolean() ? trace.stackId(STACKS.get(random.nextInt(4))) : -1));
        }
    }
}
