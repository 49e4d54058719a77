package io.stepprofiler.analysis.memory;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import io.stepprofiler.traced.TracedProgram;
import java.util.List;
import java.util.Random;

/** Traces in which threads allocate, free, categorize and compute at random, sense or no sense. */
final class RandomMemory {
    private static final Device[] DEVICES = {Device.CPU, Device.cuda(0), Device.cuda(1)};
    private static final String[] NAMES = {
        "forward",
        "aten::mm",
        "AddmmBackward0",
        "torch::autograd::AccumulateGrad",
        "Optimizer.step#SGD.step",
        "aten::add_"
    };
    private static final int ADDRESSES = 40;
    private static final int THREADS = 3;

    private final Random random;
    private final boolean withOperations;
    private final TraceBuilder builder = new TraceBuilder()
            .options(RecordingOptions.ALL)
            .window(new ClockAnchor(0, TracedProgram.EPOCH), new ClockAnchor(100_000, TracedProgram.EPOCH + 100_000));

    private RandomMemory(long seed, boolean withOperations) {
        random = new Random(seed);
        this.withOperations = withOperations;
    }

    static Trace of(long seed) {
        return new RandomMemory(seed, true).build();
    }

    /** Memory events only, so that nothing else tells of memory. */
    static Trace withoutOperations(long seed) {
        return new RandomMemory(seed, false).build();
    }

    private Trace build() {
        int events = random.nextInt(400);
        for (int i = 0; i < events; i++) {
            builder.memory(event());
        }
        for (int thread = 1; withOperations && thread <= THREADS; thread++) {
            TrackBuilder track = builder.thread(thread, "thread " + thread);
            for (int i = random.nextInt(100); i > 0; i--) {
                operation(track);
            }
        }
        for (int step = 0; step < 4; step++) {
            builder.step(new StepMark(step, step * 25_000L, 25_000, 1, step == 3 && random.nextBoolean()));
        }
        return builder.build();
    }

    private MemoryEvent event() {
        int kind = random.nextInt(20);
        MemoryAction action = kind < 10
                ? MemoryAction.ALLOCATE
                : kind < 17 ? MemoryAction.FREE : kind < 19 ? MemoryAction.CATEGORIZE : MemoryAction.OUT_OF_MEMORY;
        long bytes = random.nextInt(10) == 0 ? -random.nextInt(3) : random.nextInt(1000);
        MemoryCategory category = random.nextInt(4) == 0
                ? CategoryNumber.category(random.nextInt(CategoryNumber.COUNT))
                : MemoryCategory.UNKNOWN;
        return new MemoryEvent(
                random.nextInt(100) * 1000L,
                random.nextInt(THREADS + 1),
                action,
                DEVICES[random.nextInt(DEVICES.length)],
                address(),
                action == MemoryAction.FREE ? -bytes : bytes,
                -1,
                0,
                category,
                random.nextInt(5) == 0
                        ? builder.stackId(List.of(new StackTraceElement("A", "b", "A.java", random.nextInt(3))))
                        : -1);
    }

    private long address() {
        return random.nextInt(ADDRESSES);
    }

    private void operation(TrackBuilder track) {
        int event = track.add(
                builder.nameId(NAMES[random.nextInt(NAMES.length)]), random.nextInt(100_000), random.nextInt(20_000));
        if (random.nextInt(10) == 0) {
            track.async(event);
        }
        int inputs = random.nextInt(4);
        int outputs = random.nextInt(2);
        if (random.nextInt(4) > 0) {
            Operand[] operands = new Operand[inputs];
            for (int i = 0; i < inputs; i++) {
                operands[i] = random.nextBoolean() ? tensor() : tensor().mutated();
            }
            OpSignature signature = OpSignature.of(operands);
            track.signature(event, builder.signatureId(outputs == 0 ? signature : signature.withOutputs(tensor())));
            // Sometimes not as many as the signature says.
            long[] addresses = random.longs(inputs + outputs + random.nextInt(2), 0, ADDRESSES + 10)
                    .toArray();
            track.tensors(event, addresses, 0, addresses.length);
        }
    }

    private Operand tensor() {
        return Operand.tensor(ElementType.FLOAT, Dims.of(random.nextInt(5), random.nextInt(5)));
    }
}
