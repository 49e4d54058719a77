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
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.ProcessGroup;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Traces as unpleasant as they can be made, the same for the same seed. */
public final class RandomTrace {
    /** When the windows begin, in nanoseconds since 1970. */
    public static final long EPOCH = 1_795_253_118_397_382_707L;

    private static final long ORIGIN = -4_000_000_000_123L;
    /** For names of steps only by those who look at the beginning, and for texts of formats. */
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
            "\u0085",
            "\u2028",
            "</script>",
            "\\u0041",
            "ProfilerStep#",
            "aten::mm",
            "Ev Idx",
            "user_",
            "{",
            "}",
            "[]",
            ":",
            ",",
            ";",
            " ",
            "1",
            "x",
            "\ufeff",
            "\uffff",
            "NaN");

    private static final List<String> JSON =
            List.of("1", "{\"a\":[1,2,{\"b\":null}]}", "\"\\ud800\"", "1e400", "1.10", "-0.0", "123456789012345678901");
    private static final List<Double> NUMBERS = List.of(
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            -0.0,
            Double.MIN_VALUE,
            Double.MAX_VALUE,
            0.1,
            1e21,
            5.0);

    private final Random random;
    private final TraceBuilder builder = new TraceBuilder();
    private final long range;
    private final boolean areOperations;
    private final List<Integer> stacks = new ArrayList<>();
    private final List<OpSignature> signatures = new ArrayList<>();

    private RandomTrace(long seed, boolean areOperations) {
        random = new Random(seed);
        this.areOperations = areOperations;
        range = one(List.of(20L, 1_000L, 1_000_000L, areOperations ? 1_000L : 10_000_000_000L));
    }

    /** Events, counters and metadata, with arguments; the seed decides all of it. */
    public static Trace of(long seed) {
        return new RandomTrace(seed, false).build();
    }

    /** Operations with everything that they can carry; the seed decides all of it. */
    public static Trace operations(long seed) {
        return new RandomTrace(seed, true).build();
    }

    private Trace build() {
        String id = text();
        int pid = random.nextInt(1 << 22);
        String name = pid % 4 == 0 ? "" : NASTY.get(pid % NASTY.size());
        builder.traceId(id).process(new ProcessInfo(pid, text(), name));
        builder.window(new ClockAnchor(ORIGIN, EPOCH), new ClockAnchor(ORIGIN + range, EPOCH + range));
        builder.partial(random.nextBoolean());
        if (random.nextBoolean()) {
            DistributedInfo info =
                    new DistributedInfo(random.nextInt(8), pid % 3 == 0 && !areOperations ? 0 : 8, text(), text());
            builder.distributed(areOperations ? info.withGroups(groups()) : info);
        }
        times(areOperations ? 5 : 0, () -> stacks.add(builder.stackId(stack())));
        times(areOperations ? 6 : 0, () -> signatures.add(signature()));
        times(5, () -> fill(builder.thread(1 + random.nextInt(4), text())));
        times(3, () -> fill(builder.lane(text())));
        addSteps();
        if (areOperations) {
            times(2, () -> fillStream(builder.stream(Device.cuda(random.nextInt(2)), random.nextInt(3))));
            times(20, this::addMemory);
            times(20, this::addSample);
        } else {
            times(6, this::addCounter);
            times(6, this::addMetadata);
        }
        return builder.build();
    }

    private void fill(TrackBuilder track) {
        if (random.nextBoolean()) {
            addNested(track, ORIGIN, ORIGIN + range, 0);
            return;
        }
        times(60, () -> {
            long start = time();
            add(track, start, within(ORIGIN + range - start));
        });
    }

    /** Scopes as a well-behaved program has them, but with many ends that coincide. */
    private void addNested(TrackBuilder track, long from, long to, int depth) {
        long at = from;
        while (depth < 6 && random.nextInt(3) > 0) {
            long start = random.nextBoolean() ? at : at + within(to - at);
            long end = random.nextInt(3) == 0 ? to : start + within(to - start);
            if (areOperations) {
                add(track, start, end - start);
            } else {
                track.add(builder.nameId(text()), start, end - start);
            }
            addNested(track, start, end, depth + 1);
            at = end;
        }
    }

    private void add(TrackBuilder track, long start, long duration) {
        EventKind kind = one(
                areOperations
                        ? List.of(EventKind.values())
                        : List.of(EventKind.SCOPE, EventKind.WAIT, EventKind.TASK, EventKind.FRAME, EventKind.MARKER));
        int event = track.add(name(kind), start, duration);
        if (random.nextInt(8) == 0) {
            track.async(event);
        }
        if (random.nextInt(8) == 0) {
            track.unfinished(event);
        }
        if (areOperations) {
            addDetails(track, event, kind);
        } else {
            times(4, () -> addArgument(track, event));
        }
    }

    private int name(EventKind kind) {
        String domain = random.nextBoolean() ? text() : "";
        return kind == EventKind.MARKER
                ? builder.markerId(
                        random.nextInt(4) == 0 ? "[memory]" : text(), domain, one(List.of(MarkerScope.values())))
                : builder.nameId(text(), kind, kind.isAsync() ? domain : "");
    }

    private void addArgument(TrackBuilder track, int event) {
        int key = builder.nameId(random.nextBoolean() ? "Ev Idx" : text());
        switch (random.nextInt(4)) {
            case 0 -> track.argument(event, key, random.nextLong());
            case 1 -> track.argument(event, key, one(NUMBERS));
            case 2 -> track.argument(event, key, random.nextBoolean());
            default -> track.argument(event, key, text());
        }
    }

    private void addDetails(TrackBuilder track, int event, EventKind kind) {
        if (kind == EventKind.FRAME) {
            track.argument(event, builder.nameId("frame"), (long) random.nextInt(100));
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
                track.tensors(event, random.longs(tensors, 0, 4).toArray(), 0, tensors);
            }
        }
    }

    private void fillStream(TrackBuilder track) {
        times(20, () -> {
            long start = time();
            int kernel = builder.nameId(text(), EventKind.KERNEL, "");
            track.correlation(track.add(kernel, start, within(ORIGIN + range - start)), random.nextInt(12) - 1);
        });
    }

    private void addSteps() {
        long at = time();
        for (int i = random.nextInt(4); i > 0; i--) {
            long end = at + within(ORIGIN + range - at);
            long cpu = i % 2 == 0 ? StepMark.UNKNOWN_CPU : (end - at) / 3;
            builder.step(new StepMark(i, at, end - at, 1 + random.nextInt(4), random.nextInt(4) == 0, cpu));
            at = end;
        }
    }

    private void addCounter() {
        String domain = random.nextBoolean() ? text() : "";
        if (random.nextInt(3) == 0) {
            builder.counter(domain, text(), time(), random.nextLong());
        } else {
            builder.counter(domain, text(), time(), one(NUMBERS));
        }
    }

    private void addMetadata() {
        boolean isJson = random.nextBoolean();
        builder.metadata(text(), new MetadataValue(isJson ? one(JSON) : text(), isJson));
    }

    private void addMemory() {
        MemoryEvent event = MemoryEvent.allocated(time(), random.nextInt(5), random.nextInt(4), random.nextInt(1000));
        MemoryEvent placed = random.nextBoolean() ? event : event.on(Device.cuda(0));
        builder.memory(stacks.isEmpty() || random.nextBoolean() ? placed : placed.withStack(one(stacks)));
    }

    private void addSample() {
        builder.stackSample(new StackSample(
                time(),
                random.nextInt(5),
                one(List.of(SampleKind.values())),
                stacks.isEmpty() || random.nextInt(4) == 0 ? -1 : one(stacks),
                random.nextInt(10_000)));
    }

    private List<ProcessGroup> groups() {
        List<ProcessGroup> groups = new ArrayList<>();
        times(
                3,
                () -> groups.add(
                        new ProcessGroup(text(), text(), text(), random.nextBoolean() ? List.of(0, 1) : List.of(0))));
        return groups;
    }

    private OpSignature signature() {
        return new OpSignature(text(), operands(), operands(), random.nextInt(1000) - 1);
    }

    private List<Operand> operands() {
        List<Operand> operands = new ArrayList<>();
        times(5, () -> operands.add(operand()));
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
            case 4 -> Operand.scalar(one(List.of("1", "0.5", "true", "1e400", "NaN", "-Infinity", "0x1", "007")));
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
        times(
                5,
                () -> calls.add(new StackTraceElement(
                        "a.b.C" + random.nextInt(3), text(), random.nextBoolean() ? text() : null, random.nextInt(9))));
        return calls;
    }

    /** Less often than {@code bound}, or not at all. */
    private void times(int bound, Runnable action) {
        for (int i = bound == 0 ? 0 : random.nextInt(bound); i > 0; i--) {
            action.run();
        }
    }

    private long time() {
        return ORIGIN + within(range);
    }

    private long within(long length) {
        return random.nextLong(length + 1);
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
