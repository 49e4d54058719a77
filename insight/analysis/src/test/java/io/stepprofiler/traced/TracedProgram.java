package io.stepprofiler.traced;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * A program on one thread whose scopes, operations and memory become a trace. Its clock ticks with everything it does;
 * its memory is given out again as soon as it is freed, as that of frameworks is.
 */
public final class TracedProgram {
    public static final long EPOCH = 1_790_000_000_000_000_000L;
    public static final long THREAD = 1;

    private static final long TICK = 1000;

    public final TraceBuilder builder = new TraceBuilder()
            .options(RecordingOptions.ALL)
            .traceId("0123456789ABCDEF0123456789ABCDEF")
            .window(new ClockAnchor(0, EPOCH), new ClockAnchor(1L << 40, EPOCH + (1L << 40)));
    private final TrackBuilder track = builder.thread(THREAD, "main");
    private final Map<Long, Long> sizes = new HashMap<>();
    private final Map<Long, Deque<Long>> free = new HashMap<>();
    private final boolean waiting;
    private long nextAddress = 0x7f00_0000_0000L;
    private long now;
    private long stepStart;
    private int steps;

    public TracedProgram() {
        this(false);
    }

    /**
     * A program of which also the virtual machine is seen: its threads wait before, in and around operations if {@code
     * waiting}.
     */
    public TracedProgram(boolean waiting) {
        this.waiting = waiting;
    }

    public long tick() {
        now += TICK;
        return now;
    }

    /** Memory that was there before the window. */
    public long existing(long bytes) {
        long address = nextAddress;
        nextAddress += 64;
        sizes.put(address, bytes);
        return address;
    }

    public long allocate(long bytes) {
        Deque<Long> freed = free.computeIfAbsent(bytes, any -> new ArrayDeque<>());
        long address = freed.isEmpty() ? existing(bytes) : freed.pop();
        sizes.put(address, bytes);
        builder.memory(MemoryEvent.allocated(tick(), THREAD, address, bytes));
        return address;
    }

    public void free(long... addresses) {
        for (long address : addresses) {
            builder.memory(MemoryEvent.freed(tick(), THREAD, address, sizes.get(address)));
            free.computeIfAbsent(sizes.get(address), any -> new ArrayDeque<>()).push(address);
        }
    }

    public void scope(String name, Runnable body) {
        long start = tick();
        body.run();
        track.add(builder.nameId(name), start, tick() - start);
    }

    /** An operation that reads some tensors and puts out a new one. */
    public long op(String name, long outputBytes, long... inputs) {
        return op(name, outputBytes, 0, inputs);
    }

    /** An operation that reads some tensors, uses more memory meanwhile, and puts out a new one. */
    public long op(String name, long outputBytes, long temporaryBytes, long[] inputs) {
        long before = now;
        disturb();
        long start = tick();
        disturb();
        if (temporaryBytes > 0) {
            free(allocate(temporaryBytes));
        }
        long output = allocate(outputBytes);
        operation(name, start, 0, inputs, output);
        if (waiting) {
            // As long as the operation, or longer by what two clocks differ.
            wait("Backward", before, tick() - before);
        }
        return output;
    }

    private void disturb() {
        if (waiting) {
            wait("torch::autograd::AccumulateGrad", tick(), 1);
            track.add(builder.nameId("Optimizer.step#lock", EventKind.VIRTUAL_MACHINE, ""), tick(), 1);
            builder.lane("GC").add(builder.nameId("Backward", EventKind.VIRTUAL_MACHINE, ""), now, 10 * TICK);
            builder.stackSample(new StackSample(now, THREAD, SampleKind.ALLOCATION, -1, 512));
        }
    }

    private void wait(String name, long start, long duration) {
        track.add(builder.nameId(name, EventKind.WAIT, ""), start, duration);
    }

    /** An operation that writes into the first of some tensors. */
    public void write(String name, long... tensors) {
        operation(name, tick(), 1, tensors);
    }

    /** An operation that reads some tensors. */
    public void read(String name, long... tensors) {
        operation(name, tick(), 0, tensors);
    }

    /** An operation that reads some tensors and calls others. */
    public void calling(String name, Runnable body, long... tensors) {
        long start = tick();
        body.run();
        operation(name, start, 0, tensors);
    }

    private void operation(String name, long start, int mutated, long[] inputs, long... outputs) {
        List<Operand> operands = new ArrayList<>();
        for (int i = 0; i < inputs.length; i++) {
            operands.add(i < mutated ? tensor(inputs[i]).mutated() : tensor(inputs[i]));
        }
        OpSignature signature = OpSignature.of(operands.toArray(Operand[]::new));
        if (outputs.length > 0) {
            signature = signature.withOutputs(tensor(outputs[0]));
        }
        int event = track.add(builder.nameId(name), start, tick() - start);
        track.signature(event, builder.signatureId(signature));
        long[] all =
                LongStream.concat(Arrays.stream(inputs), Arrays.stream(outputs)).toArray();
        track.tensors(event, all, 0, all.length);
    }

    private Operand tensor(long address) {
        return Operand.tensor(ElementType.FLOAT, Dims.of(sizes.get(address) / 4));
    }

    /** Ends a step and begins the next. */
    public void step() {
        builder.step(new StepMark(steps++, stepStart, tick() - stepStart, THREAD, false));
        stepStart = now;
    }

    public Trace trace() {
        return builder.build();
    }
}
