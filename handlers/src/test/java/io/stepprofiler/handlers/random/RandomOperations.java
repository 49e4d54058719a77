package io.stepprofiler.handlers.random;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.ProcessGroup;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Traces of operations with everything that they can carry and texts as hostile as can be, the same for the same seed.
 */
public final class RandomOperations {
    private static final long ORIGIN = -4_000_000_000_123L;
    private static final long EPOCH = 1_795_253_118_397_382_707L;
    private static final List<String> NASTY = List.of(
            "\"",
            "\\",
            "\n",
            "\r",
            "\t",
            "\u0000",
            "\u007f",
            "\ud800",
            "\udc00",
            "\ud83d\ude00",
            "ä",
            "\u2028",
            ";",
            " ",
            "\u0085",
            "{",
            "]",
            ",",
            ":",
            "aten::mm",
            "ProfilerStep#1",
            "x",
            "\ufeff",
            "NaN",
            "");

    private final Random random;
    private final TraceBuilder builder = new TraceBuilder();
    private final List<Integer> stacks = new ArrayList<>();
    private final List<OpSignature> signatures = new ArrayList<>();
    private final int range;

    private RandomOperations(long seed) {
        random = new Random(seed);
        range = List.of(20, 1_000, 1_000_000).get(random.nextInt(3));
    }

    /**
     * {@return a trace}
     *
     * @param seed decides all of it
     */
    public static Trace of(long seed) {
        return new RandomOperations(seed).build();
    }

    private Trace build() {
        String id = text();
        int pid = random.nextInt(1 << 22);
        String name = pid % 4 == 0 ? "" : NASTY.get(pid % NASTY.size());
        builder.traceId(id).process(new ProcessInfo(pid, text(), name));
        builder.window(new ClockAnchor(ORIGIN, EPOCH), new ClockAnchor(ORIGIN + range, EPOCH + range));
        for (int i = random.nextInt(5); i > 0; i--) {
            stacks.add(builder.stackId(stack()));
        }
        for (int i = random.nextInt(6); i > 0; i--) {
            signatures.add(signature());
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            fill(builder.thread(i, text()));
        }
        if (random.nextBoolean()) {
            fill(builder.lane(text()));
        }
        if (random.nextBoolean()) {
            fillStream(builder.stream(Device.cuda(random.nextInt(2)), random.nextInt(3)));
        }
        addMemory();
        addSteps();
        addGroups();
        addSamples();
        return builder.build();
    }

    private void fill(TrackBuilder track) {
        boolean nested = random.nextBoolean();
        if (nested) {
            addNested(track, ORIGIN, ORIGIN + range, 0);
            return;
        }
        for (int i = random.nextInt(40); i > 0; i--) {
            int start = random.nextInt(range + 1);
            add(track, ORIGIN + start, random.nextInt(range + 1 - start));
        }
    }

    private void addNested(TrackBuilder track, long from, long to, int depth) {
        long at = from;
        while (depth < 6 && random.nextInt(3) > 0) {
            long start = at + random.nextInt((int) (to - at) + 1);
            long end = random.nextInt(3) == 0 ? to : start + random.nextInt((int) (to - start) + 1);
            add(track, start, end - start);
            addNested(track, start, end, depth + 1);
            at = end;
        }
    }

    private void add(TrackBuilder track, long start, long duration) {
        EventKind kind = one(List.of(EventKind.values()));
        int event = track.add(name(kind), start, duration);
        if (kind == EventKind.FRAME) {
            track.argument(event, builder.nameId("frame"), (long) random.nextInt(100));
        }
        if (random.nextInt(8) == 0) {
            track.async(event);
        }
        if (random.nextInt(8) == 0) {
            track.unfinished(event);
        }
        if (!stacks.isEmpty() && random.nextBoolean()) {
            track.stack(event, one(stacks));
        }
        if (random.nextInt(3) == 0) {
            track.sequence(event, random.nextInt(5), random.nextInt(5) - 1);
        }
        if (random.nextInt(3) == 0) {
            track.correlation(event, random.nextInt(10));
        }
        if (!signatures.isEmpty() && random.nextInt(3) > 0) {
            OpSignature signature = one(signatures);
            track.signature(event, builder.signatureId(signature));
            int tensors = signature.inputTensorCount() + signature.outputTensorCount();
            if (tensors > 0 && random.nextBoolean()) {
                long[] addresses = random.longs(tensors, 0, 4).toArray();
                track.tensors(event, addresses, 0, tensors);
            }
        }
    }

    private int name(EventKind kind) {
        String domain = random.nextBoolean() ? text() : "";
        return kind == EventKind.MARKER
                ? builder.markerId(text(), domain, one(List.of(MarkerScope.values())))
                : builder.nameId(text(), kind, kind.isAsync() ? domain : "");
    }

    private void fillStream(TrackBuilder track) {
        for (int i = random.nextInt(20); i > 0; i--) {
            int start = random.nextInt(range + 1);
            int event = track.add(
                    builder.nameId(text(), EventKind.KERNEL, ""), ORIGIN + start, random.nextInt(range + 1 - start));
            track.correlation(event, random.nextInt(12) - 1);
        }
    }

    private void addMemory() {
        for (int i = random.nextInt(20); i > 0; i--) {
            MemoryEvent event = MemoryEvent.allocated(
                    ORIGIN + random.nextInt(range + 1), random.nextInt(5), random.nextInt(4), random.nextInt(1000));
            MemoryEvent placed = random.nextBoolean() ? event : event.on(Device.cuda(0));
            builder.memory(stacks.isEmpty() || random.nextBoolean() ? placed : placed.withStack(one(stacks)));
        }
    }

    private void addSamples() {
        for (int i = random.nextInt(20); i > 0; i--) {
            builder.stackSample(new StackSample(
                    ORIGIN + random.nextInt(range + 1),
                    random.nextInt(5),
                    one(List.of(SampleKind.values())),
                    stacks.isEmpty() || random.nextInt(4) == 0 ? -1 : one(stacks),
                    random.nextInt(10_000)));
        }
    }

    private void addSteps() {
        int at = random.nextInt(range + 1);
        for (int i = 0; i < random.nextInt(4); i++) {
            int end = at + random.nextInt(range + 1 - at);
            builder.step(new StepMark(i, ORIGIN + at, end - at, random.nextInt(5), random.nextInt(4) == 0));
            at = end;
        }
    }

    private void addGroups() {
        if (random.nextBoolean()) {
            DistributedInfo info = new DistributedInfo(0, 2, text(), text());
            List<ProcessGroup> groups = new ArrayList<>();
            for (int i = random.nextInt(3); i > 0; i--) {
                groups.add(new ProcessGroup(text(), text(), text(), random.nextBoolean() ? List.of(0, 1) : List.of(0)));
            }
            builder.distributed(info.withGroups(groups));
        }
    }

    private OpSignature signature() {
        return new OpSignature(text(), operands(), operands(), random.nextInt(1000) - 1);
    }

    private List<Operand> operands() {
        List<Operand> operands = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            operands.add(operand());
        }
        return operands;
    }

    private Operand operand() {
        ElementType type = one(List.of(ElementType.values()));
        return switch (random.nextInt(9)) {
            case 0 -> Operand.tensor(type, dims());
            case 1 ->
                Operand.tensor(type, Dims.of(2, 3)).withStrides(Dims.of(3, 1)).mutated();
            case 2 -> Operand.tensors(type, List.of(dims(), dims()));
            case 3 -> Operand.tensors(type, List.of());
            case 4 ->
                Operand.scalar(List.of("1", "0.5", "true", "1e400", "NaN", "-Infinity", "0x1", "007")
                        .get(random.nextInt(8)));
            case 5 -> Operand.scalars(random.longs(random.nextInt(3)).toArray());
            case 6 -> Operand.scalar(text());
            case 7 -> Operand.ABSENT;
            default -> Operand.other(text());
        };
    }

    private Dims dims() {
        return Dims.of(random.longs(random.nextInt(4), 0, 9).toArray());
    }

    private List<StackTraceElement> stack() {
        List<StackTraceElement> calls = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            calls.add(new StackTraceElement(
                    "a.b.C" + random.nextInt(3), text(), random.nextBoolean() ? text() : null, random.nextInt(9)));
        }
        return calls;
    }

    private <T> T one(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(3); i >= 0; i--) {
            text.append(one(NASTY));
        }
        return text.toString();
    }
}
