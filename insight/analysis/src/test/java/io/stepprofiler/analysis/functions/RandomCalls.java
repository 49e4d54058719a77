package io.stepprofiler.analysis.functions;

import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.List;
import java.util.Random;

/**
 * A small trace, within some 150 ns: functions, modules, scopes, operations, autograd functions and waits on a few
 * threads, nested, recursive, overlapping, touching and equal ones, some asynchronous or unfinished, and steps.
 */
final class RandomCalls {
    private record Kind(String name, EventKind kind) {}

    private static final List<Kind> KINDS = List.of(
            new Kind("f", EventKind.FUNCTION),
            new Kind("g", EventKind.FUNCTION),
            new Kind("layer", EventKind.MODULE),
            new Kind("phase", EventKind.SCOPE),
            new Kind("f", EventKind.SCOPE),
            new Kind("aten::mm", EventKind.SCOPE),
            new Kind("aten::add", EventKind.SCOPE),
            new Kind("AddmmBackward0", EventKind.SCOPE),
            new Kind("Park", EventKind.WAIT),
            new Kind("all_reduce", EventKind.COMMUNICATION));

    private static final List<OpSignature> SIGNATURES = List.of(
            OpSignature.UNKNOWN,
            OpSignature.of(tensor(2, 3), tensor(3, 5)),
            OpSignature.of(tensor(2, 3).withStrides(Dims.of(1, 2)), tensor(3, 5)),
            OpSignature.of(tensor(2, 3), Operand.scalar("0.5")),
            OpSignature.of(tensor(2, 3), Operand.scalar("0.25")),
            OpSignature.of(tensor(2, 3), Operand.scalar("2")));

    private final Random random;
    private final TraceBuilder trace = new TraceBuilder();

    private RandomCalls(Random random) {
        this.random = random;
    }

    static Trace of(Random random) {
        return new RandomCalls(random).trace();
    }

    private static Operand tensor(long... dims) {
        return Operand.tensor(ElementType.FLOAT, Dims.of(dims));
    }

    private Trace trace() {
        int threads = 1 + random.nextInt(3);
        for (int thread = 1; thread <= threads; thread++) {
            TrackBuilder track = trace.thread(thread, "thread " + thread);
            if (random.nextInt(3) == 0) {
                int places = random.nextBoolean() ? 8 : 150;
                for (int i = random.nextInt(40); i > 0; i--) {
                    add(track, random.nextInt(places), random.nextInt(places));
                }
            } else {
                addNested(track, 0, 150, 0);
            }
        }
        addSteps(1 + random.nextInt(threads + 1));
        return trace.build();
    }

    private void addNested(TrackBuilder track, long from, long to, int depth) {
        long at = from;
        while (at < to && depth < 6) {
            long start = at + (random.nextBoolean() ? 0 : random.nextInt(20));
            long end = start + random.nextInt((int) (to - from) + 1);
            if (end > to) {
                return;
            }
            add(track, start, end - start);
            addNested(track, start, end, depth + 1);
            at = Math.max(end, at + 1);
        }
    }

    private void add(TrackBuilder track, long start, long duration) {
        Kind kind = KINDS.get(random.nextInt(KINDS.size()));
        int event = track.add(trace.nameId(kind.name(), kind.kind(), ""), start, duration);
        if (random.nextInt(15) == 0) {
            track.async(event);
        }
        if (random.nextInt(15) == 0) {
            track.unfinished(event);
        }
        if (random.nextInt(3) == 0) {
            track.signature(event, trace.signatureId(SIGNATURES.get(random.nextInt(SIGNATURES.size()))));
        }
        if (random.nextInt(6) == 0) {
            track.stack(
                    event,
                    trace.stackId(List.of(new StackTraceElement("Net", "m" + random.nextInt(2), "Net.java", 1))));
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
}
