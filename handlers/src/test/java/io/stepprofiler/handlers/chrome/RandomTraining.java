package io.stepprofiler.handlers.chrome;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.CaptureOptions;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.handlers.random.RandomTrace;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.ProcessGroup;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.List;
import java.util.Random;

/** Traces with everything that a trace can hold, in any combination, the same for the same seed. */
final class RandomTraining {
    private static final List<EventKind> KINDS = List.of(EventKind.values());
    private static final List<MemoryAction> ACTIONS = List.of(MemoryAction.values());
    private static final List<MemoryCategory> CATEGORIES = List.of(MemoryCategory.values());
    private static final List<String> NAMES = List.of(
            "aten::mm",
            "gloo:all_reduce",
            "gloo:all_gather",
            "Optimizer.step#SGD.step",
            "Optimizer.zero_grad#SGD.zero_grad",
            "enumerate(DataLoader)#It.__next__",
            "ProfilerStep#x",
            "ProfilerStep#1",
            "autograd::engine::other",
            "nn.Module: Mine",
            "\"\\\n");
    /** What has a name that it may have in real life, on threads. */
    private static final List<Name> ON_THREADS = List.of(
            new Name(EventKind.SCOPE, "aten::mm"),
            new Name(EventKind.SCOPE, "Optimizer.step#SGD.step"),
            new Name(EventKind.SCOPE, "Optimizer.zero_grad#SGD.zero_grad"),
            new Name(EventKind.SCOPE, "ProfilerStep#x"),
            new Name(EventKind.SCOPE, "\"\\\n"),
            new Name(EventKind.COMMUNICATION, "gloo:all_reduce"),
            new Name(EventKind.DATA_LOADER, "enumerate(DataLoader)#It.__next__"),
            new Name(EventKind.MODULE, "net.conv"),
            new Name(EventKind.MODULE, "net.fc"),
            new Name(EventKind.WAIT, "park"),
            new Name(EventKind.VIRTUAL_MACHINE, "G1 Young"),
            new Name(EventKind.RUNTIME, "cudaLaunchKernel"),
            new Name(EventKind.PROFILER, "assemble window"),
            new Name(EventKind.TASK, "load"),
            new Name(EventKind.FRAME, "request"),
            new Name(EventKind.MARKER, "epoch"));
    /** The same on streams of devices. */
    private static final List<Name> ON_DEVICES = List.of(
            new Name(EventKind.KERNEL, "gemm"),
            new Name(EventKind.COMMUNICATION, "nccl:all_reduce"),
            new Name(EventKind.MEMORY_COPY, "Memcpy HtoD"),
            new Name(EventKind.MEMORY_SET, "Memset"),
            new Name(EventKind.SCOPE, "forward"));

    private record Name(EventKind kind, String text) {}

    private static final List<String> KEYS = List.of(
            "bytes", "stream", "Input Dims", "External id", "Python module id", "blocks per SM", "grid", "batch");
    private static final long STEP = 1_000_000;
    private static final int STEPS = 3;

    private final Random random;
    private final boolean natural;
    private final TraceBuilder builder = new TraceBuilder();

    private RandomTraining(long seed, boolean natural) {
        random = new Random(seed);
        this.natural = natural;
    }

    /** With events of any kind anywhere, whatever their names are. */
    static Trace of(long seed) {
        return new RandomTraining(seed, false).build();
    }

    /** With what its file has room for: events where their kind is at home and of names that fit, devices up to 63. */
    static Trace natural(long seed) {
        return new RandomTraining(seed, true).build();
    }

    private Trace build() {
        builder.process(new ProcessInfo(random.nextInt(4), "host"))
                .options(random.nextBoolean() ? CaptureOptions.ALL : CaptureOptions.NONE)
                .window(
                        new ClockAnchor(0, RandomTrace.EPOCH),
                        new ClockAnchor(STEPS * STEP, RandomTrace.EPOCH + STEPS * STEP))
                .distributed(new DistributedInfo(
                        1, 2, "gloo", "host", List.of(new ProcessGroup("0", "", "gloo", List.of(0, 1))), ""));
        for (int i = 0; i < STEPS; i++) {
            builder.step(new StepMark(i, i * STEP, STEP, 1, false));
        }
        fill(builder.thread(1, "main"), ON_THREADS);
        fill(builder.thread(2, "backward"), ON_THREADS);
        fill(builder.lane("lane"), ON_THREADS);
        for (int i = random.nextInt(4); i > 0; i--) {
            fill(builder.stream(Device.cuda(random.nextInt(natural ? 2 : 3) * 32), random.nextInt(3)), ON_DEVICES);
        }
        for (int i = random.nextInt(30); i > 0; i--) {
            builder.memory(memory());
        }
        return builder.build();
    }

    private void fill(TrackBuilder track, List<Name> names) {
        for (int i = 0; i < 10; i++) {
            nest(track, i * STEP * STEPS / 10, (i + 1) * STEP * STEPS / 10, 0, names);
        }
    }

    private void nest(TrackBuilder track, long from, long to, int depth, List<Name> names) {
        long start = from + random.nextLong((to - from) / 2 + 1);
        long end = start + random.nextLong(to - start + 1);
        boolean overlapping = random.nextInt(20) == 0;
        Name name = natural ? one(names) : new Name(one(KINDS), one(NAMES));
        int event = track.add(id(name), start, overlapping ? STEP : end - start);
        decorate(track, event, name.kind().isAsync());
        for (int i = random.nextInt(3); i > 0 && depth < 4; i--) {
            nest(track, start, end, depth + 1, names);
        }
    }

    private int id(Name name) {
        String ofModule = natural ? "Type" : "Type" + random.nextInt(2);
        String type = name.kind() == EventKind.MODULE ? ofModule : "";
        String domain = random.nextBoolean() ? "domain" : "";
        return builder.nameId(name.text(), name.kind(), name.kind().isAsync() ? domain : type);
    }

    private <T> T one(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    /** Arrows to what no row nests are not drawn, and only they say of some events what caused them. */
    private void decorate(TrackBuilder track, int event, boolean unnested) {
        if (random.nextBoolean()) {
            track.signature(event, builder.signatureId(signature()));
        }
        if (random.nextBoolean()) {
            track.sequence(event, random.nextInt(10), random.nextBoolean() ? -1 : random.nextInt(1, 5));
        }
        if (random.nextBoolean() && !unnested) {
            track.correlation(event, random.nextInt(30));
        }
        if (random.nextBoolean()) {
            List<StackTraceElement> stack = List.of(new StackTraceElement("a.B", "m", "B.java", random.nextInt(3) - 1));
            track.stack(event, builder.stackId(stack));
        }
        if (random.nextInt(10) == 0) {
            track.async(event);
        }
        if (random.nextInt(10) == 0) {
            track.unfinished(event);
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            int key = builder.nameId(KEYS.get(random.nextInt(KEYS.size())));
            switch (random.nextInt(4)) {
                case 3 -> track.argument(event, key, random.nextBoolean());
                case 0 -> track.argument(event, key, "text");
                case 1 -> track.argument(event, key, Double.NaN);
                default -> track.argument(event, key, random.nextLong(100));
            }
        }
    }

    private OpSignature signature() {
        Operand tensor = Operand.tensor(ElementType.FLOAT, Dims.of(random.nextInt(4), 2));
        Operand list = Operand.tensors(ElementType.HALF, List.of(Dims.of(random.nextInt(4)), Dims.SCALAR));
        return new OpSignature(
                random.nextBoolean() ? "" : "out",
                random.nextBoolean() ? List.of() : List.of(tensor, list, Operand.scalar("1"), Operand.ABSENT),
                List.of(),
                random.nextInt(3) - 1);
    }

    private MemoryEvent memory() {
        MemoryAction action = ACTIONS.get(random.nextInt(ACTIONS.size() - (natural ? 1 : 0)));
        return new MemoryEvent(
                random.nextLong(STEPS * STEP),
                random.nextInt(1, 5),
                action,
                random.nextBoolean() ? Device.CPU : Device.cuda(random.nextInt(3) * 32),
                random.nextInt(5),
                action == MemoryAction.FREE ? -100 : 100,
                -1,
                0,
                CATEGORIES.get(random.nextInt(CATEGORIES.size())),
                -1);
    }
}
